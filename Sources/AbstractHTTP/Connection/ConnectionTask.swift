/// A connection without the type of its model, as listeners, policies, and holders receive it.
///
/// You can call its methods from any thread and from inside a listener. They return immediately and call no
/// listener themselves.
///
/// ```swift
/// func onStart(connection: any ConnectionTask, request: Request) {
///     if isSignedOut { connection.cancel() }
/// }
/// ```
public protocol ConnectionTask: AnyObject, Sendable {
    /// The identifier by which a holder finds the connection. Default: nil.
    var identifier: String? { get }
    /// The name of the group to which the connection belongs. Default: nil.
    var group: String? { get }
    /// The config of the connection.
    var config: ConnectionConfig { get }
    /// Whether a generation is running.
    var isRunning: Bool { get }
    /// Starts a generation, or a new attempt if one is running.
    @discardableResult func start() -> Self
    /// Starts a new attempt with a request that is built again from the spec, or a generation if none is running.
    func restart()
    /// Starts a new attempt with the request of the last attempt, or a generation if none is running.
    func repeatRequest()
    /// Calls ``restart()`` after a delay, unless another command comes first.
    func restart(after delay: Duration)
    /// Cancels the generation, unless its outcome is already settled. In any case, discards scheduled and queued
    /// restarts.
    func cancel()
    /// Cancels the generation for a reason, which becomes the ``ConnectionError/cancelReason``.
    func cancel(because reason: CancelReason)
}
