import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Converts an error of a session. `body` is the progress of the body, or nil before the head of the response.
    init(_ error: any Error, body: (received: Int, expected: Int?)?) {
        guard let error = error as? URLError else {
            self.init(ofSystem: error, body: body)
            return
        }
        var message = Self.plainWords[error.localizedDescription] ?? error.localizedDescription
        // The name of a host may contain any words.
        let host = error.failingURL?.host() ?? ""
        let cause = Kind(error.code, host.isEmpty ? message : message.replacing(host, with: ""))
        if cause == .unsupported, host.contains(":") { message = Self.aboutIPv6 ?? message }
        let isCut = cause == .noResponse || cause == .other || cause == .timedOut
        let cut = body.map { Kind.cutOff(received: $0.received, expected: $0.expected) }
        self.init(isCut ? cut ?? cause : cause, message, underlying: error)
    }

    /// Converts an error that is not of the session itself, such as `ECONNABORTED` when an app returns from the
    /// background.
    private init(ofSystem error: any Error, body: (received: Int, expected: Int?)?) {
        let cause: Kind =
            switch (error as? POSIXError)?.code {
            case .ECONNABORTED, .ECONNRESET, .ENOTCONN, .EPIPE: .noResponse
            case .ECONNREFUSED: .refused
            case .ENETDOWN, .ENETUNREACH, .EHOSTUNREACH: .unreachable
            case .ETIMEDOUT: .timedOut
            default: Kind(ofSystem: error)
            }
        let cut = body.map { Kind.cutOff(received: $0.received, expected: $0.expected) }
        let isCut = cause == .noResponse || cause == .other || cause == .timedOut
        self.init(isCut ? cut ?? cause : cause, (error as NSError).localizedDescription, underlying: error)
    }

    /// What to do about the address of a host, if the session cannot use it.
    private static var aboutIPv6: String? {
        #if canImport(FoundationNetworking)
            "URLSession on Linux cannot connect to an IPv6 address in a URL; use a host name, or the connector .libcurl()"
        #else
            nil
        #endif
    }

    /// Plain words for messages in which libcurl describes its own internals.
    private static let plainWords = [
        "Out of memory": "a line of the head is too long",
        "Failed writing header": """
        URLSession on Linux cannot read a header field: it is malformed, has no space after its colon, has a blank value, \
        or is not UTF-8; use the connector .libcurl()
        """,
        "Received HTTP/0.9 when not allowed": "it does not begin like an HTTP response",
    ]
}

extension TransportError.Kind {
    /// The kind of a ``TransportError``, or of the one that a `URLError` is converted to, or nil for any other error.
    package init?(of error: any Error) {
        switch error {
        case let error as TransportError: self = error.kind
        case let error as URLError: self = TransportError(error, body: nil).kind
        default: return nil
        }
    }

    fileprivate init(_ code: URLError.Code, _ message: String) {
        // On Linux, most codes are -1 and some are wrong, so the words of libcurl decide.
        if let known = Self.wordings.first(where: { message.localizedStandardContains($0.words) }) {
            self = known.kind == .nameNotFound ? Self.ofDescriptors ?? known.kind : known.kind
            return
        }
        switch code {
        case .cannotFindHost, .dnsLookupFailed: self = .nameNotFound
        case .cannotConnectToHost: self = .refused
        case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive: self = .unreachable
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .tls
        case .timedOut: self = .timedOut
        case .networkConnectionLost: self = .noResponse
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            self = .malformedResponse
        case .unsupportedURL, .badURL, .dataLengthExceedsMaximum: self = .unsupported
        // Foundation's libcurl does not say why it cannot connect. A process without descriptors is one of the reasons.
        case .unknown where message.localizedStandardContains("connect to server"):
            self = Self.ofDescriptors ?? .unreachable
        default: self = .other
        }
    }

    /// The first match counts.
    private static let wordings: [(words: String, kind: Self)] = [
        // A server that requires a client certificate fails when the first byte of its response is read.
        ("alert", .tls), ("SSL_read", .noResponse), ("SSL_write", .noResponse),
        ("closed cleanly", .noResponse), ("HTTP2 framing layer", .noResponse), ("HTTP/2 framing layer", .noResponse),
        ("HTTP2 data", .noResponse),
        ("nghttp2", .noResponse), ("Connection died", .noResponse),
        ("Failure when receiving data", .noResponse), ("Failed sending data", .noResponse),
        ("Could not resolve", .nameNotFound),
        ("SSL", .tls), ("TLS", .tls), ("certificate", .tls),
        ("Empty reply from server", .noResponse), ("Send failure", .noResponse), ("Recv failure", .noResponse),
        ("transfer closed with", .noResponse),
        ("not begin like an HTTP response", .malformedResponse), ("chunked-encoding", .malformedResponse),
        ("chunked-encoded stream", .malformedResponse),
        ("Content-Length", .malformedResponse), ("content encoding", .malformedResponse),
        ("header", .malformedResponse), ("line of the head", .malformedResponse),
        ("in response", .malformedResponse), ("response code", .malformedResponse),
        ("Weird server reply", .malformedResponse), ("bad argument", .malformedResponse),
        ("No route to host", .unreachable), ("unreachable", .unreachable),
    ]
}
