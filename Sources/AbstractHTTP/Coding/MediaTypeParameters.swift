import Foundation

/// Reads the parameters of a media type (RFC 9110, section 8.3.1).
enum MediaTypeParameters {
    /// The charset that a Content-Type names, without quotes.
    static func charset(of contentType: String?) -> String? {
        guard let contentType, contentType.contains(";") else { return nil }
        for parameter in parameters(of: contentType) {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            let name = parameter[..<equals].trimmingCharacters(in: .whitespaces)
            guard name.equalsIgnoringASCIICase("charset") else { continue }
            return unquoted(parameter[parameter.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }
        return nil
    }

    /// The texts between the semicolons that stand outside of quotes, without the media type itself.
    private static func parameters(of contentType: String) -> ArraySlice<Substring> {
        var isQuoted = false
        var isEscaped = false
        return contentType.split(omittingEmptySubsequences: false) { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            if character == "\"" && !isEscaped { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }.dropFirst()
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}

extension String.Encoding {
    /// The encoding that the IANA registry calls `charset`, when Foundation knows it.
    init?(charset: String) {
        #if canImport(Darwin)
            let encoding = CFStringConvertIANACharSetNameToEncoding(charset as CFString)
            guard encoding != kCFStringEncodingInvalidId else { return nil }
            self.init(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
        #else
            self.init(ianaName: charset)
        #endif
    }
}
