/// Which bytes stand in a URL as they are (RFC 3986, section 3.3).
enum URLText {
    /// In a segment: unreserved characters, delimiters, `:` and `@`.
    static let segment = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@".utf8)
    /// In a path as it is written: it may have a query after it, and escapes that are there already.
    static let path = segment.union("?%".utf8)
}

extension String {
    /// The text with all bytes but those as `%` and two hexadecimal digits.
    func percentEncoded(except kept: Set<UInt8>) -> String {
        utf8.reduce(into: "") { text, byte in
            if kept.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}
