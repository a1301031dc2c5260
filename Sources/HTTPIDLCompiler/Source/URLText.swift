/// The bytes that need no escape in a URL (RFC 3986, section 3.3).
enum URLText {
    /// In a segment: unreserved characters, delimiters, `:`, and `@`.
    static let segment = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@".utf8)
    /// In a path as written, which can have a query and existing escapes.
    static let path = segment.union("?%".utf8)
}

extension String {
    /// The text with all other bytes as `%` and two hexadecimal digits.
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
