import Foundation

/// Finds keys that an object has more than once (RFC 8259, section 4). Foundation silently keeps only one of them.
///
/// The JSON must be well-formed and in UTF-8. The contents of arrays are ignored.
struct JSONRepeatedKeys {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var paths: [RulePath] = []

    init(in data: Data) {
        bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data[...])
        readValue { RulePath() }
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func readValue(_ path: () -> RulePath) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): readObject(path())
        case UInt8(ascii: "["): readArray()
        case UInt8(ascii: "\""): _ = readString()
        default: skipWord()
        }
    }

    private mutating func readObject(_ path: RulePath) {
        index += 1
        var keys: Set<String> = []
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { break }
            let key = readString()
            if !keys.insert(key).inserted { paths.append(path.child(key)) }
            skipSpace()
            index += 1
            readValue { path.child(key) }
            skipSpace()
            guard next == UInt8(ascii: ",") else { break }
            index += 1
        }
        index += 1
    }

    /// Arrays hold no definitions.
    private mutating func readArray() {
        index += 1
        skipNested()
    }

    /// Skips past the end of the current object or array.
    private mutating func skipNested() {
        var depth = 1
        while depth > 0, let byte = next {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                skipString()
                continue
            default: break
            }
            index += 1
        }
    }

    private mutating func readString() -> String {
        let start = index
        let isEscaped = skipString()
        let text = bytes[start..<index]
        guard isEscaped else { return String(decoding: text.dropFirst().dropLast(), as: UTF8.self) }
        let value = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
        return value as? String ?? String(decoding: text, as: UTF8.self)
    }

    /// Skips past the closing quote, and returns whether the string has escapes.
    @discardableResult
    private mutating func skipString() -> Bool {
        var isEscaped = false
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            isEscaped = true
            index += 2
        }
        index = min(index + 1, bytes.count)
        return isEscaped
    }

    private mutating func skipSpace() {
        while let byte = next, byte <= 0x20 { index += 1 }
    }

    private mutating func skipWord() {
        while let byte = next, !",]}".utf8.contains(byte) { index += 1 }
    }
}
