import Foundation

extension HTTPHeaders {
    /// The charset that the Content-Type names (RFC 9110, section 8.3.2), or nil if it names none.
    var charset: String? {
        guard let contentType = self[.contentType] else { return nil }
        let semicolon = UInt8(ascii: ";")
        // Nearly all responses have one of two forms: no parameter, or this one.
        guard let start = contentType.offset(of: semicolon) else { return nil }
        if contentType.hasEnding("; charset=utf-8", at: start) { return "utf-8" }
        return MediaType(contentType).parameter("charset")
    }
}

extension String.Encoding {
    /// The encoding that the IANA registry calls `charset`. Returns nil if it is unknown to Foundation or UTF-8.
    init?(otherThanUTF8 charset: String) {
        guard !charset.equalsIgnoringASCIICase("utf-8") else { return nil }
        #if canImport(Darwin)
            let encoding = CFStringConvertIANACharSetNameToEncoding(charset as CFString)
            guard encoding != kCFStringEncodingInvalidId else { return nil }
            self.init(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
        #else
            self.init(ianaName: charset)
        #endif
        // Foundation also knows UTF-8 by other names.
        if self == .utf8 { return nil }
    }

    /// The size of a code unit in bytes. Foundation ignores an incomplete unit at the end of a text.
    var bytesPerUnit: Int {
        switch self {
        case .utf16, .utf16BigEndian, .utf16LittleEndian: 2
        case .utf32, .utf32BigEndian, .utf32LittleEndian: 4
        default: 1
        }
    }
}
