/// Something that a ``LoopbackServer`` does wrong on purpose, and when.
///
/// The first four kinds happen before the first byte of their stage, or after so many bytes of it as `after` says. The
/// last three spoil the response; at a stage before it, they send the spoiled response there and then. After every
/// fault but `garbage` and `corruptLength` at the end, the connection is lost.
///
/// ```swift
/// server.enqueue(.text("hello").failing(.reset, at: .responseBody, after: 3))
/// ```
public struct LoopbackFault: Hashable, Sendable {
    /// What goes wrong.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The connection is closed. Bytes of the client that were not read make the system send a reset.
        case close
        /// The sending direction is closed; what the client still sends is read and dropped.
        case halfClose
        /// The connection is reset (TCP RST).
        case reset
        /// Nothing is read or sent any more, until the client leaves or the server stops.
        case stall
        /// Half of the head or of the body is sent, or everything but the end, and the connection is closed.
        case truncate
        /// Two lengths contradict each other (until the response head), the length is one byte too large (body) or one
        /// byte too small (end); of chunks, the size of the first or the last one is one byte too large.
        case corruptLength
        /// Bytes that mean nothing come in place of the head, in place of the chunks of a body, or after the end.
        case garbage
    }

    /// When it goes wrong.
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

    /// What goes wrong.
    public var kind: Kind
    /// When.
    public var stage: Stage
    /// After how many bytes of the stage; nil for the default of the kind.
    public let after: Int?

    /// Makes a fault.
    public init(_ kind: Kind, at stage: Stage, after: Int? = nil) {
        self.kind = kind
        self.stage = stage
        self.after = after.map { max(0, $0) }
    }
}
