/// Why a connector could not carry a request there and its response back: the underlying error of
/// ``ConnectionErrorType/network``.
///
/// ```swift
/// if case .cutOff(let received, let expected) = (error.underlying as? TransportError)?.kind { … }
/// ```
public struct TransportError: Error, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The host's name was not found.
        case nameNotFound
        /// The host refused the connection.
        case refused
        /// There is no way to the host, or no network.
        case unreachable
        /// No secure connection came about: a certificate that is not trusted, no common protocol.
        case tls
        /// The proxy was not found, or refused.
        case proxy
        /// Nothing was sent or received for this long.
        case idle(for: Duration)
        /// A limit of the system was reached, such as that for connecting.
        case timedOut
        /// The connection was lost before the head of the response was there.
        case noResponse
        /// The body ended early: after so many bytes of so many, as far as that is known.
        case cutOff(received: Int, expected: Int?)
        /// What came is no HTTP response.
        case malformedResponse
        /// The connector cannot send such a request.
        case unsupported
        /// The process or the system is out of file descriptors, memory or disk space.
        case outOfResources
        /// The connector was invalidated.
        case invalidated
        /// Anything else; the message tells.
        case other
    }

    /// What happened.
    public var kind: Kind
    /// The words of the system or the library below, without the URL.
    public var message: String
    /// Its error.
    public var underlying: (any Error)?

    /// Makes an error.
    public init(_ kind: Kind, _ message: String = "", underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying
    }
}

extension TransportError: CustomStringConvertible {
    /// What happened, in one line.
    public var description: String {
        message.isEmpty ? summary : "\(summary): \(message)"
    }

    private var summary: String {
        switch kind {
        case .nameNotFound: "the host's name was not found"
        case .refused: "the connection was refused"
        case .unreachable: "the host cannot be reached"
        case .tls: "no secure connection"
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
