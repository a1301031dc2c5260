extension String {
    /// Whether the string is a token (RFC 9110, section 5.6.2).
    var isToken: Bool {
        !isEmpty && utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
