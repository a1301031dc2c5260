import Foundation

extension Request {
    /// Throws if the request must not be sent because its host is ambiguous, its method or a header field contains an
    /// injection, or its body was already sent.
    func validate() throws(InvalidRequest) {
        if !lazyURL.isPlain { try url.checkAuthority() }
        try validateFields()
    }

    /// Checks a request whose URL has already been checked.
    package func validateFields() throws(InvalidRequest) {
        guard method.rawValue.isToken else { throw .method(method.rawValue) }
        if let broken = headers.firstField(where: { !$0.name.rawValue.isToken || !$0.value.isHeaderValue }) {
            let name = broken.name.rawValue
            throw name.isToken ? .headerValue(name: name) : .headerName(name)
        }
        if let body, body.isSpent { throw .bodyAlreadySent }
    }
}

extension Request {
    /// Throws if a field of the spec contradicts the body. A server could treat the rest of the body as the next
    /// request.
    ///
    /// This applies to specs only. Adapters, middleware, and redirects may change a body without its fields, because
    /// the connector writes those fields itself.
    func validateFraming() throws(InvalidRequest) {
        // Most requests have none of these fields.
        guard headers.firstField(where: \.name.framesBody) != nil else { return }
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
    /// Whether the field frames the body. The connector writes these fields itself (RFC 9112, section 6).
    package var framesBody: Bool {
        // The length rules out most names.
        switch rawValue.utf8.count {
        case 14: self == .contentLength
        case 17: self == "Transfer-Encoding"
        default: false
        }
    }
}

extension String {
    /// Whether the string can be the value of a header field, which has no CR, LF, or NUL (RFC 9110, section 5.5).
    package var isHeaderValue: Bool {
        withBytes { bytes in
            for byte in bytes where byte == 0x0D || byte == 0x0A || byte == 0 { return false }
            return true
        }
    }
}
