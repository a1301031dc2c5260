/// Why a connector could not complete an exchange. It is the underlying error of ``ConnectionErrorType/network``.
///
/// ```swift
/// if case .cutOff(let received, let expected) = (error.underlying as? TransportError)?.kind { … }
/// ```
public struct TransportError: Error, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The name of the host was not found.
        case nameNotFound
        /// The host refused the connection. Over HTTP/2, also: the server refused the request without processing it
        /// (RFC 9113, section 8.7).
        case refused
        /// There is no route to the host, or no network.
        case unreachable
        /// The TLS handshake failed, for example because the certificate is not trusted.
        case tls
        /// The proxy was not found or refused the connection.
        case proxy
        /// For this time, no bytes of a body were sent or received, and no complete head arrived. Over libcurl, a
        /// complete line of a head counts, too.
        case idle(for: Duration)
        /// A time limit of the system was reached, such as that for connecting.
        case timedOut
        /// The connection was lost before the head of the response arrived.
        case noResponse
        /// The body ended early. `expected` is nil if the length is not known.
        case cutOff(received: Int, expected: Int?)
        /// The server sent something that is not an HTTP response.
        case malformedResponse
        /// The connector cannot send such a request.
        case unsupported
        /// The process or the system is out of file descriptors, memory, or disk space.
        case outOfResources
        /// The connector was invalidated.
        case invalidated
        /// Any other failure. See ``TransportError/message``.
        case other
    }

    /// What happened.
    public var kind: Kind
    /// The message of the system or the underlying library, without the URL.
    public var message: String
    /// The error of the system or the underlying library.
    public var underlying: (any Error)? {
        didSet { underlying = underlying?.withoutSecrets }
    }

    /// Creates an error.
    public init(_ kind: Kind, _ message: String = "", underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying?.withoutSecrets
    }
}

extension TransportError {
    /// A 101 response to a request without an Upgrade field (RFC 9110, section 15.2.2).
    package static let unwantedUpgrade = TransportError(
        .malformedResponse, "the server sent 101 (Switching Protocols), but the request has no Upgrade field")
}

extension TransportError: CustomStringConvertible {
    /// What happened, the message of the system, and what to do, in one line.
    public var description: String { text.inOneLine }

    private var text: String {
        let check = kind == .tls ? TLSCheck.failed(in: message) : nil
        let cause = message.isEmpty ? "" : ": \(Redaction().text(message))"
        return (check?.fault ?? summary) + cause + ((check?.remedy ?? remedy).map { "; \($0)" } ?? "")
    }

    private var remedy: String? {
        switch kind {
        case .nameNotFound: "check the name of the host, and the network"
        case .refused: "check the port, and check that the server is running"
        case .unreachable: "check the network"
        case .proxy: "check the address and the credentials of the proxy"
        default: nil
        }
    }

    private var summary: String {
        switch kind {
        case .nameNotFound: "the host's name was not found"
        case .refused: "the server refused the connection or the request"
        case .unreachable: "the host cannot be reached"
        case .tls: "the TLS connection failed"
        case .proxy: "the proxy cannot be used"
        case .idle(let duration): "nothing was sent or received for \(duration), the idle timeout"
        case .timedOut: "timed out"
        case .noResponse: "the connection was lost before the response"
        case .cutOff(let received, let expected?): "the body was cut off after \(received) of \(expected) bytes"
        case .cutOff(let received, nil): "the body was cut off after \(received) bytes"
        case .malformedResponse: "the response is malformed"
        case .unsupported: "the connector cannot send this request"
        case .invalidated: "the connector was invalidated"
        case .outOfResources: "the system is out of resources"
        case .other: "the transfer failed"
        }
    }
}
