/// A text is not JSON (RFC 8259), or a value is not what is read.
package struct JSONSyntaxError: Error, Hashable {
    package enum Reason: Hashable {
        /// Another byte is expected here.
        case unexpectedByte
        /// The text ends here.
        case unexpectedEnd
        /// The value is followed by another one.
        case trailingContent
        /// An array or an object ends with a comma.
        case trailingComma
        case unterminatedString
        /// A string contains a control character without an escape.
        case controlCharacter
        case invalidEscape
        /// Half of a surrogate pair.
        case loneSurrogate
        case invalidUTF8
        case invalidNumber
        /// A number begins with a zero.
        case leadingZero
        /// There are more levels than ``JSONByteReader/mostLevels``.
        case tooDeep
        /// The value is of another kind.
        case otherKind(expected: JSONKind)
        /// The number is not an integer, or too large for its type.
        case doesNotFit
    }

    /// The index of the byte.
    package let offset: Int
    package let reason: Reason

    package init(_ offset: Int, _ reason: Reason) { (self.offset, self.reason) = (offset, reason) }
}

/// The kinds of JSON values.
package enum JSONKind: Hashable, Sendable {
    case object, array, string, number, boolean, null

    /// The kind of the value that begins with a byte, or nil if none does.
    package init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        default: return nil
        }
    }
}

extension JSONSyntaxError.Reason {
    /// What is wrong.
    package var text: String {
        switch self {
        case .unexpectedByte: "this character is not expected here"
        case .unexpectedEnd: "it ends too early"
        case .trailingContent: "another value follows"
        case .trailingComma: "an array or an object ends with a comma"
        case .unterminatedString: "a string does not end"
        case .controlCharacter: "a string has a control character without an escape"
        case .invalidEscape: "an escape is not valid"
        case .loneSurrogate: "an escape is half of a surrogate pair"
        case .invalidUTF8: "a string is not UTF-8"
        case .invalidNumber: "a number is not valid"
        case .leadingZero: "a number begins with a zero"
        case .tooDeep: "it has more than \(JSONByteReader.mostLevels) levels"
        case .otherKind: "a value is of another kind"
        case .doesNotFit: "a number is too large"
        }
    }
}
