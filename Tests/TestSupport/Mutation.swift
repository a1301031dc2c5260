import AbstractHTTPTesting
import Foundation

/// Changes the bytes of a JSON text at random.
public struct Mutation {
    private static let pieces = [
        ",", ":", "{", "}", "[", "]", "\"", "\\", "null", "true", "false", "0", "-", "1", "01", "1.0", "1e2", "1e400",
        "1e-400", "-0",
        "1.5", "9223372036854775807", "9223372036854775808", "18446744073709551616", "256", "3.4028236e38", "1e-50",
        "16777217",
        "0.1", "123456789012345678901234567890", "1.00000000000000000001", "\\u00e9", "\\ud83d\\ude00", "\\ud800",
        "\\u0000", "\\n", "\\x", "é",
        "e\u{301}", "\u{212A}", "😀", " ", "\n", "\t", "\u{1}", "\u{FEFF}", "{}", "[]", "[1]", "{\"a\":1}", "\"\"",
        "\"1\"", "\"a\"",
        "\"2026-01-01T00:00:00Z\"", "\"YQ==\"", "\"name\":", "\"int\":1,", "\"tags\":{}", "\"empty\":{}", "\"circle\":",
        "Infinity", "NaN",
        "/**/", "'a'", "+1", ".5", "5.", "\"unknown\":", "[[[[[[[[", "]]]]]]]]",
    ]

    private var random: SplitMix64

    /// Creates a source of changes, which are always the same for a seed.
    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The text with one or two changes.
    public mutating func changed(_ text: Data) -> Data {
        var bytes = Array(text)
        for _ in 0..<Int.random(in: 1...2, using: &random) { change(&bytes) }
        return Data(bytes)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1, 2: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8, at: place)
        case 3: bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8)
        case 4: replaceValue(&bytes)
        case 5: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 6: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        default: replaceValue(&bytes)
        }
    }

    /// Replaces a number or a word with another value, so that most results are JSON.
    private mutating func replaceValue(_ bytes: inout [UInt8]) {
        let starts = bytes.indices.filter { index in
            index > 0 && (bytes[index - 1] == UInt8(ascii: ":") || bytes[index - 1] == UInt8(ascii: "["))
        }
        guard let start = starts.randomElement(using: &random) else { return }
        let end = bytes[start...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8)
    }
}
