import Foundation

/// The value of an extended parameter, such as `title*` (RFC 8187, section 3.2): charset, language, and percent-encoded
/// characters.
package struct ExtendedValue {
    /// The text, or nil if its charset is neither UTF-8 nor ISO-8859-1.
    package let text: String?
    /// The language tag, if there is one.
    package let language: String?

    /// Reads a value. Returns nil if it is malformed.
    package init?(_ value: String) {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.allSatisfy(\.isLanguageTag), let bytes = parts[2].utf8.decodedAttribute
        else { return nil }
        language = parts[1].isEmpty ? nil : String(parts[1])
        switch parts[0].lowercased() {
        case "utf-8", "utf8":
            guard let text = String(data: Data(bytes), encoding: .utf8) else { return nil }
            self.text = text
        case "iso-8859-1": text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: text = nil
        }
    }

    /// Encodes `text` in UTF-8 as an extended value.
    package static func encoded(_ text: String, language: String?) -> String {
        let language = language.flatMap { $0.utf8.allSatisfy(\.isLanguageTag) ? $0 : nil }
        let digits = Array("0123456789ABCDEF")
        let escaped = text.utf8.map { byte in
            byte.isAttributeCharacter
                ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return "UTF-8'\(language ?? "")'\(escaped.joined())"
    }
}

extension Substring.UTF8View {
    /// The bytes without escapes, or nil if there is anything but attribute characters and escapes.
    fileprivate var decodedAttribute: [UInt8]? {
        let source = Array(self)
        var result: [UInt8] = []
        var index = 0
        while index < source.count {
            if let byte = source.escapedByte(at: index) {
                result.append(byte)
                index += 3
            } else if source[index].isAttributeCharacter {
                result.append(source[index])
                index += 1
            } else {
                return nil
            }
        }
        return result
    }
}

extension UInt8 {
    /// Whether a language tag may contain the byte (RFC 5646, section 2.1).
    fileprivate var isLanguageTag: Bool { isToken && self != UInt8(ascii: "*") && self != UInt8(ascii: "'") }

    fileprivate var isAttributeCharacter: Bool {
        isToken && self != UInt8(ascii: "*") && self != UInt8(ascii: "'") && self != UInt8(ascii: "%")
    }
}
