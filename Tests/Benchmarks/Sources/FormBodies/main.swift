import AbstractHTTP
import Foundation

// Writes forms for `Tests/Scripts/form-parsers` into a folder: each as the bytes that would be sent, and as what a
// parser has to find in them.

/// What a parser has to find.
struct Expectation: Encodable {
    struct Part: Encodable {
        var name: String
        var fileName: String?
        var contentType: String?
        var data: Data
    }

    var contentType: String
    var parts: [Part]
}

/// Pseudo-random numbers, the same in each run.
struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 42

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}

/// Makes forms.
struct Forms {
    /// None ends in a backslash: browsers send it as it is, and to a parser that unescapes it the quotes behind it are
    /// no end.
    static let names = [
        "a", "", "a b", "\"", "a\"b\"c", "a\\b", "a\\\"b", "é", "名前", "👪", "a;b", "a=b", "a\r\nb", "a\nb", "a\rb",
        "%22",
        "%0D%0A",
        "name", "filename", "; filename=\"x\"", "'", "a,b", " ", "\t", "--", "a/b", "&", "+", "[]", "a[b][0]",
    ]
    static let texts = ["", "a", "\r\n", "\n", "a\nb", "a\r\nb\r\n", "--", "\r\n--", "é👪", "a=b&c", " ", "\n\n", "-"]
    static let types = ["text/plain", "image/png", "application/json", "text/plain; charset=utf-8", "x/y; a=\"b;c\""]
    static let sizes = [0, 1, 2, 3, 100, 4_095, 4_096, 65_535, 65_536, 65_537, 1_000_000]

    var numbers = Numbers()

    mutating func element<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &numbers)]
    }

    mutating func data() -> Data {
        let size = element(Self.sizes)
        let bytes: [UInt8] = [0x0D, 0x0A, 0x2D, 0x2D, 0, 255, 0x41]
        return Data((0..<size).map { _ in bytes[Int.random(in: 0..<bytes.count, using: &numbers)] })
    }

    /// A form of parts of all kinds, and what is in it; the files go to `folder`.
    mutating func form(_ folder: URL) throws -> (MultipartForm, [Expectation.Part]) {
        var form = MultipartForm()
        var parts: [Expectation.Part] = []
        for _ in 0..<Int.random(in: 0...8, using: &numbers) {
            let name = element(Self.names)
            if Bool.random(using: &numbers) {
                let text = element(Self.texts)
                form.add(name, text)
                parts.append(Expectation.Part(name: name, data: Data(text.withCRLF.utf8)))
            } else {
                let (fileName, type, data) = (element(Self.names) + ".bin", element(Self.types), data())
                form.add(
                    try .init(
                        name: name, body: try body(data, folder), fileName: fileName, contentType: MediaType(type)))
                parts.append(Expectation.Part(name: name, fileName: fileName, contentType: type, data: data))
            }
        }
        return (form, parts)
    }

    private mutating func body(_ data: Data, _ folder: URL) throws -> RequestBody {
        switch element([0, 1, 2]) {
        case 0: return .data(data)
        case 1:
            let file = folder.appending(component: "part-\(UUID().uuidString)")
            try data.write(to: file)
            return try .file(file)
        default:
            let size = Int.random(in: 1...70_000, using: &numbers)
            return .stream(length: data.count) {
                AsyncStream { continuation in
                    for start in stride(from: 0, to: data.count, by: size) {
                        continuation.yield(data[start..<min(start + size, data.count)])
                    }
                    continuation.finish()
                }
            }
        }
    }
}

extension String {
    var withCRLF: String {
        replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
            .replacingOccurrences(of: "\n", with: "\r\n")
    }
}

let folder = URL(filePath: CommandLine.arguments[1])
var forms = Forms()

func write(_ number: Int, _ contentType: String?, _ body: RequestBody?, _ parts: [Expectation.Part]) async throws {
    var bytes = Data()
    if let body { for try await chunk in body { bytes.append(chunk) } }
    guard bytes.count == body?.length else { fatalError("form \(number) has \(bytes.count) bytes") }
    try bytes.write(to: folder.appending(component: "\(number).body"))
    let expectation = Expectation(contentType: contentType ?? "", parts: parts)
    try JSONEncoder().encode(expectation).write(to: folder.appending(component: "\(number).json"))
}

for number in 0..<300 {
    let (form, parts) = try forms.form(folder)
    try await write(number, form.contentType.rawValue, form.body, parts)
}
for number in 300..<500 {
    let pairs = (0..<Int.random(in: 0...8, using: &forms.numbers)).map { _ in
        (forms.element(Forms.names), forms.element(Forms.names + Forms.texts))
    }
    let content = HTTPContent.dictionary(HTTPContent.Members(pairs.map { ($0.0, .string($0.1)) }))
    let encoded = try FormContentEncoder().encode(content)
    let parts = pairs.map { Expectation.Part(name: $0.0, data: Data($0.1.utf8)) }
    try await write(number, encoded.mediaType?.rawValue, encoded.body, parts)
}
print("500 forms")
