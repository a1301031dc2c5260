import AbstractHTTPTesting
import Foundation
import HTTPIDLCompiler

/// Mutates files, and compiles what becomes of them.
struct Fuzzer {
    private let corpus: [[UInt8]]
    private var random: SplitMix64
    private(set) var count = 0
    private(set) var compiled = 0
    private(set) var complaints = 0

    init(corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        random = SplitMix64(seed: seed)
    }

    mutating func step(keeping url: URL) throws {
        var bytes = corpus[Int.random(in: corpus.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes) }
        count += 1
        if count % 16 == 0 { try Data(bytes).write(to: url) }
        compile(bytes)
    }

    private mutating func compile(_ bytes: [UInt8]) {
        let options = IDLCompiler.Options(
            isStrict: .random(using: &random), clientName: Bool.random(using: &random) ? "API" : nil)
        do throws(Diagnostic) {
            let file = try SourceFile(path: "fuzz.http", bytes: bytes)
            do throws(CompilationFailure) {
                _ = try IDLCompiler(options: options).compile([file])
                compiled += 1
            } catch {
                complaints += error.diagnostics.count
                _ = error.description
            }
        } catch {
            complaints += 1
            _ = error.description
        }
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let range = range(in: bytes)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(range)
        case 1: bytes.insert(contentsOf: bytes[range], at: range.lowerBound)
        case 2:
            bytes.insert(
                contentsOf: Self.words[Int.random(in: Self.words.indices, using: &random)].utf8, at: range.lowerBound)
        case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: range.lowerBound)
        case 4 where !range.isEmpty: bytes[range.lowerBound] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 5:
            let other = corpus[Int.random(in: corpus.indices, using: &random)]
            bytes.replaceSubrange(range, with: other[self.range(in: other)])
        default: bytes = Array(bytes[..<range.upperBound])
        }
    }

    private mutating func range(in bytes: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        return start..<min(bytes.count, start + Int.random(in: 0...64, using: &random))
    }

    private static let words = [
        "MESSAGE", "STRUCT", "ENUM", "UNION", "CLIENT", "IMPORT", "GET", "REQUEST", "RESPONSE", "FAILURE", "404", "4XX",
        "ARRAY<", "DICT<", "NULLABLE<", "STRING", "INT32", "DATE", "DEFAULT", "CONSTANT", "AS", "COMMAS", "SECONDS",
        "MAP", "FORM", "MULTIPART", "JSON", "PATH", "QUERY", "HEADER", "COOKIE", "BY", "SERVER", "BEARER", "NEEDS",
        "NOTHING", "OR", "AND", "TIMEOUT", "RETRY", "IDEMPOTENT", "PAGES", "LINK", "${", "${+", "DEPRECATED", "{", "}",
        "(", ")", "<", ">", ",", ";", "=", "?", "$", "/", "\\", "\"", "/*", "*/", "//", "\n",
        "\r\n", "\0",
        "é", "👩‍👩‍👧‍👦", "\u{202E}", "18446744073709551616", "-", "1e999", ".", ":", "_", "[", "]",
    ]
}
