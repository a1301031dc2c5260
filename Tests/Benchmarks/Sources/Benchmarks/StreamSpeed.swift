import AbstractHTTP
import AbstractHTTPStreams
import Foundation

/// How fast streams are read as sequences from chunks in memory, beside a plain line splitter over the same chunks.
enum StreamSpeed {
    private static let chunkSize = 16 << 10

    static func run(bytes: Int, rounds: Int) async throws {
        print("streams of \(bytes >> 20) MiB in chunks of 16 KiB, of CPU (median of \(rounds) rounds)")
        print("                            MB/s      ns per element   lines of the same chunks, MB/s")
        let text = String(repeating: "x", count: 162)
        try await events("events of 170 bytes", "data: \(text)\n\n", bytes, rounds)
        try await events("events of 33 bytes", "data: \(String(repeating: "x", count: 25))\n\n", bytes / 4, rounds)
        try await events("events of 10 bytes", "data: x1\n\n", bytes / 8, rounds)
        try await jsonLines(bytes / 8, rounds)
    }

    private static func events(_ title: String, _ event: String, _ bytes: Int, _ rounds: Int) async throws {
        let (chunks, count) = chunks(of: event, bytes)
        let size = chunks.reduce(0) { $0 + $1.count }
        let own = try await median(rounds) {
            var seen = 0
            for try await event in ResponseBody(Chunks(chunks)).events() where !event.data.isEmpty { seen += 1 }
            guard seen == count else { throw WrongCount(seen, count) }
        }
        let lines = try await median(rounds) {
            var seen = 0
            for try await _ in PlainLines(Chunks(chunks)) { seen += 1 }
            guard seen == 2 * count else { throw WrongCount(seen, 2 * count) }
        }
        print(
            title.padding(toLength: 22, withPad: " ", startingAt: 0),
            String(
                format: "%9.0f %17.0f %20.0f", Double(size) / own / 1e6, own / Double(count) * 1e9,
                Double(size) / lines / 1e6))
    }

    private struct Item: Codable {
        var id: Int
        var name: String
        var tags: [String]
    }

    /// Against the same decoder, line by line.
    private static func jsonLines(_ bytes: Int, _ rounds: Int) async throws {
        let item = Item(id: 17, name: String(repeating: "x", count: 60), tags: ["red", "green", "blue"])
        let line = String(decoding: try JSONEncoder().encode(item), as: UTF8.self) + "\n"
        let (chunks, count) = chunks(of: line, bytes)
        let lines = Array(repeating: Data(line.utf8.dropLast()), count: count)
        let decoder = JSONDecoder()
        var (own, plain): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            own.append(
                try await measure {
                    var seen = 0
                    for try await item in ResponseBody(Chunks(chunks)).jsonLines(of: Item.self) { seen += item.id / 17 }
                    guard seen == count else { throw WrongCount(seen, count) }
                })
            plain.append(
                try await measure {
                    var seen = 0
                    for line in lines { seen += try decoder.decode(Item.self, from: line).id / 17 }
                    guard seen == count else { throw WrongCount(seen, count) }
                })
        }
        let ratio = zip(own, plain).map { $0 / $1 }.sorted()[rounds / 2]
        print(
            String(format: "JSON lines of \(line.utf8.count) bytes as values, in terms of decoding each: %.3f", ratio))
    }

    private static func chunks(of element: String, _ bytes: Int) -> (chunks: [Data], count: Int) {
        let count = bytes / element.utf8.count
        let all = Data(String(repeating: element, count: count).utf8)
        let chunks = stride(from: 0, to: all.count, by: chunkSize).map {
            Data(all[$0..<min($0 + chunkSize, all.count)])
        }
        return (chunks, count)
    }

    private static func median(_ rounds: Int, _ body: () async throws -> Void) async throws -> Double {
        var costs: [Double] = []
        for _ in 0..<rounds { costs.append(try await measure(body)) }
        return costs.sorted()[rounds / 2]
    }

    private static func measure(_ body: () async throws -> Void) async throws -> Double {
        let start = cpuSeconds()
        try await body()
        return cpuSeconds() - start
    }

    private struct WrongCount: Error {
        let seen: Int
        let expected: Int

        init(_ seen: Int, _ expected: Int) { (self.seen, self.expected) = (seen, expected) }
    }
}

/// Chunks that are there.
private struct Chunks: AsyncSequence, Sendable {
    typealias Element = Data
    private let chunks: [Data]

    init(_ chunks: [Data]) { self.chunks = chunks }

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: IndexingIterator<[Data]>

        mutating func next() async -> Data? { chunks.next() }
    }
}

/// The least that a reader of lines does: it finds each line feed, and makes a string of what is before it.
private struct PlainLines: AsyncSequence {
    typealias Element = String
    private let chunks: Chunks

    init(_ chunks: Chunks) { self.chunks = chunks }

    func makeAsyncIterator() -> Iterator { Iterator(chunks) }

    struct Iterator: AsyncIteratorProtocol {
        private var chunks: Chunks.Iterator
        private var bytes: [UInt8] = []
        private var start = 0

        init(_ chunks: Chunks) { self.chunks = chunks.makeAsyncIterator() }

        mutating func next() async throws -> String? {
            while true {
                if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    defer { start = end + 1 }
                    return String(decoding: bytes[start..<end], as: UTF8.self)
                }
                guard let chunk = await chunks.next() else { return nil }
                bytes.removeFirst(start)
                start = 0
                bytes += chunk
            }
        }
    }
}
