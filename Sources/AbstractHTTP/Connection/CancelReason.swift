/// Who canceled a generation. See ``ConnectionError/cancelReason``.
public enum CancelReason: Hashable, Sendable {
    /// A caller of the connection's `cancel()`.
    case caller
    /// The task that awaited the connection was canceled.
    case task
    /// The reader of a live body read a part of it and released the rest. Releasing an unread body is a success.
    case reader
    /// The connector or a middleware: it threw `CancellationError` or `URLError.cancelled`. For example, somebody
    /// canceled the task of a URLSession.
    case connector
    /// A recovery policy: it returned ``Recovery/fail(_:because:)`` with the type ``ConnectionErrorType/canceled``. For
    /// example, the user closed the window in which they were to sign in.
    case policy
    /// The holder canceled all of its connections.
    case holder
    /// The holder canceled the connections of a group.
    case group(String)
    /// The holder canceled the connections with an identifier.
    case identifier(String)
    /// A newer connection with the same identifier took its place (see ``Connection/identified(as:replacingOlder:)``).
    case newerRequest
    /// A deadline passed. The generation fails with ``ConnectionErrorType/timeout``.
    case deadline(Deadlines.Clock)
}

extension CancelReason: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .caller: "by the caller"
        case .task: "by the task that awaited it"
        case .reader: "by the reader of its body"
        case .connector: "by the connector"
        case .policy: "by a recovery policy"
        case .holder: "with all of its holder"
        case .group(let name): "with the group \(name.debugDescription)"
        case .identifier(let name): "with the identifier \(name.debugDescription)"
        case .newerRequest: "by a newer request"
        case .deadline(let clock): "by the \(clock) deadline"
        }
    }
}
