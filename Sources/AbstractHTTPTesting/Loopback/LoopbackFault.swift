/// A deliberate fault of a ``LoopbackServer``, and when it happens.
///
/// The first four kinds happen before the first byte of their stage, or after the number of bytes in `after`. The last
/// three damage the response. At a stage before the response, they send the damaged response immediately. After every
/// fault except `garbage` and `corruptLength` at the end, the connection is lost.
///
/// ```swift
/// server.enqueue(.text("hello").failing(.reset, at: .responseBody, after: 3))
/// ```
public struct LoopbackFault: Hashable, Sendable {
    /// The kind of the fault.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The connection is closed. If bytes of the client were not read, the system sends a reset.
        case close
        /// The sending direction is closed. The server reads and drops what the client still sends.
        case halfClose
        /// The connection is reset (TCP RST).
        case reset
        /// The server stops reading and sending until the client leaves or the server is stopped.
        case stall
        /// Half of the head or the body is sent, or everything but the end, and then the connection is closed.
        case truncate
        /// The length is wrong. Up to the response head, two lengths contradict each other. In the body, the length is
        /// one byte too large. At the end, it is one byte too small. With chunks, the size of the first or the last
        /// chunk is one byte too large.
        case corruptLength
        /// Meaningless bytes are sent instead of the head, instead of the chunks of a body, or after the end.
        case garbage
    }

    /// When the fault happens.
    public enum Stage: Hashable, Sendable, CaseIterable {
        /// When the connection is accepted.
        case accept
        /// While the head of the request is read.
        case requestHead
        /// While the body of the request is read.
        case requestBody
        /// While the head of the response is sent.
        case responseHead
        /// While the body of the response is sent.
        case responseBody
        /// At the end of the response.
        case end
    }

    /// The kind of the fault.
    public var kind: Kind
    /// When the fault happens.
    public var stage: Stage
    /// The number of bytes of the stage before the fault, or nil for the default of the kind.
    public let after: Int?

    /// Creates a fault.
    public init(_ kind: Kind, at stage: Stage, after: Int? = nil) {
        self.kind = kind
        self.stage = stage
        self.after = after.map { max(0, $0) }
    }
}
