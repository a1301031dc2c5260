import AbstractHTTP
import Foundation

/// How fast values become queries, forms and multipart bodies; in one run with what Foundation has for queries.
enum EncodingSpeed {
    struct Search: Encodable, Sendable {
        var text = "tea & cake, très bon"
        var page = 3
        var pageSize = 20
        var sort = "price"
        var isOpen = true
        var city = "Bath"
        var maximum = 12.5
        var first = "hot"
        var second = "sweet"
        var language = "en-GB"
    }

    static let pairs: [(String, String)] = [
        ("text", "tea & cake, très bon"), ("page", "3"), ("pageSize", "20"), ("sort", "price"), ("isOpen", "true"),
        ("city", "Bath"), ("maximum", "12.5"), ("first", "hot"), ("second", "sweet"), ("language", "en-GB"),
    ]

    static func run(count: Int, rounds: Int) async throws {
        print("\nencoding of 10 fields, µs of CPU (median of \(rounds) rounds of \(count)), and how much faster it is")
        let pairs = Self.pairs
        let items = pairs.map { URLQueryItem(name: $0.0, value: $0.1) }
        let query = URLQuery(pairs.map { KeyValue(key: $0.0, value: $0.1) })
        let content = HTTPContent.dictionary(HTTPContent.Members(pairs.map { ($0.0, .string($0.1)) }))
        let url = URL(string: "https://example.com/search")
        let foundation = try measure("URLComponents.queryItems", count, rounds, nil) {
            guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return 0 }
            parts.queryItems = items
            return parts.percentEncodedQuery?.utf8.count ?? 0
        }
        try measure("URLQuery", count, rounds, foundation) { query.encoded(by: DefaultURLEncoder()).utf8.count }
        try measure("URLQuery as a form", count, rounds, foundation) { query.encoded(by: FormURLEncoder()).utf8.count }
        let (queries, forms) = (QueryContentEncoder(), FormContentEncoder())
        try measure("HTTPContent as a query", count, rounds, foundation) {
            try queries.encode(content).query?.utf8.count ?? 0
        }
        try measure("HTTPContent as a form", count, rounds, foundation) { try forms.encode(content).body?.length ?? 0 }
        try measure("Encodable as a query", count, rounds, foundation) {
            try queries.encode(Search()).query?.utf8.count ?? 0
        }
        try measure("Encodable as a form", count, rounds, foundation) { try forms.encode(Search()).body?.length ?? 0 }
        try await multipart(rounds: rounds)
    }

    /// A form of 64 parts of 1 MiB in memory, made and read to its end.
    private static func multipart(rounds: Int) async throws {
        let part = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var speeds: [Double] = []
        for round in 0...rounds {
            let start = cpuSeconds()
            var form = MultipartForm()
            for number in 0..<64 { try form.add("part\(number)", data: part, fileName: "\(number).bin") }
            var bytes = 0
            for try await chunk in form.body { bytes += chunk.count }
            guard bytes > 64 << 20 else { fatalError("bytes are missing") }
            if round > 0 { speeds.append(Double(bytes) / (cpuSeconds() - start) / 1e9) }
        }
        print("multipart, 64 parts of 1 MiB in memory: \(String(format: "%.2f", median(speeds))) GB/s of CPU")
    }

    @discardableResult
    private static func measure(
        _ name: String, _ count: Int, _ rounds: Int, _ reference: Double?, _ encode: () throws -> Int
    ) throws -> Double {
        var costs: [Double] = []
        for round in 0...rounds {
            let start = cpuSeconds()
            var bytes = 0
            for _ in 0..<count { bytes += try encode() }
            guard bytes > 100 * count else { fatalError("\(name) wrote nothing") }
            if round > 0 { costs.append((cpuSeconds() - start) / Double(count) * 1e6) }
        }
        let cost = median(costs)
        let faster = reference.map { String(format: "%6.1f x", $0 / cost) } ?? ""
        print(name.padding(toLength: 40, withPad: " ", startingAt: 0), String(format: "%6.2f", cost), faster)
        return cost
    }
}
