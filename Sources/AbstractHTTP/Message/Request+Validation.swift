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

extension Request {
    /// Throws when a field of the spec contradicts the body: a server could take the rest of the body for the next
    /// request.
    ///
    /// Only a spec is refused. Preparers, middleware and redirects may change a body and leave its fields, because the
    /// connector writes them anew.
    func validateFraming() throws(InvalidRequest) {
        if let encoding = headers["Transfer-Encoding"] { throw .transferEncoding(encoding) }
        let declared: Int?
        do {
            declared = try headers.contentLength()
        } catch {
            throw .contentLength(error.value)
        }
        guard let declared, let length = body.map(\.length) ?? 0 else { return }
        guard declared == length else { throw .contentLengthMismatch(declared: declared, body: length) }
    }
}

extension HTTPHeaderName {
    /// Whether the field frames the body, which is the connector's to write (RFC 9112, section 6).
    package var framesBody: Bool { self == .contentLength || self == "Transfer-Encoding" }
}

extension String {
    /// Whether the text may be the value of a header field: without CR, LF and NUL (RFC 9110, section 5.5).
    package var isHeaderValue: Bool { utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 } }
}
