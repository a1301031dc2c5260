import Foundation

extension Request {
    /// Throws when the request must not be sent as it is: an ambiguous host, an injection in method or headers, or a
    /// spent body.
    func validate() throws(InvalidRequest) {
        try url.checkAuthority()
        try validateFields()
    }

    /// The same for a request whose URL was checked when it was made.
    func validateFields() throws(InvalidRequest) {
        guard method.rawValue.isToken else { throw .method(method.rawValue) }
        for field in headers {
            guard field.name.rawValue.isToken else { throw .headerName(field.name.rawValue) }
            guard field.value.isHeaderValue else { throw .headerValue(name: field.name.rawValue) }
        }
        if let body, body.isSpent { throw .bodyAlreadySent }
    }
}

extension String {
    /// Whether the text may be the value of a header field: without CR, LF and NUL (RFC 9110, section 5.5).
    package var isHeaderValue: Bool { utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 } }
}
