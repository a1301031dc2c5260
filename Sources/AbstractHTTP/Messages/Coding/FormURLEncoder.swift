/// Escapes text as forms do (WHATWG URL standard, "application/x-www-form-urlencoded percent-encode set"). Letters,
/// digits, and `*-._` stay, a space becomes `+`, and every other byte of the UTF-8 text is percent-encoded.
///
/// ```swift
/// let query: URLQuery = ["name": "a b", "note": "1 + 1"]
/// query.encoded(by: FormURLEncoder())    // name=a+b&note=1+%2B+1
/// ```
public struct FormURLEncoder: URLEncoder {
    /// How CR and LF are escaped.
    public enum LineBreaks: Sendable {
        /// They are escaped unchanged, as in `URLSearchParams`.
        case kept
        /// Each CR, LF, or CRLF first becomes CRLF, as in HTML forms.
        case crlf
    }

    /// How CR and LF are escaped. Default: `.kept`.
    public var lineBreaks: LineBreaks

    /// Creates an encoder.
    public init(lineBreaks: LineBreaks = .kept) {
        self.lineBreaks = lineBreaks
    }

    /// Returns the escaped text.
    public func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(\.isFormCharacter) else { return text }
        let text = lineBreaks == .crlf ? text.withCRLF : text
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 {
            if byte.isFormCharacter {
                result.append(byte)
            } else if byte == UInt8(ascii: " ") {
                result.append(UInt8(ascii: "+"))
            } else {
                result.appendPercentEncoded(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte stays as it is in a form (WHATWG URL standard).
    var isFormCharacter: Bool {
        switch self {
        case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: isAlphanumeric
        }
    }
}

extension String {
    /// The text with each CR, LF, or CRLF replaced by CRLF.
    var withCRLF: String {
        var result: [UInt8] = []
        var last: UInt8 = 0
        for byte in utf8 {
            defer { last = byte }
            switch byte {
            case UInt8(ascii: "\r"): result += [byte, UInt8(ascii: "\n")]
            case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\n"): result += [UInt8(ascii: "\r"), byte]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
