/// A connection without the type of its model. Listeners, policies, and holders receive it.
///
/// Call its commands from any thread, also from inside a listener. They return at once, and call no listener before
/// they return.
public protocol ConnectionTask: AnyObject, Sendable {
    /// The name by which a holder finds the connection. Default: nil.
    var identifier: String? { get }
    /// The name of the group to which the connection belongs. Default: nil.
    var group: String? { get }
    /// The config of the connection.
    var config: ConnectionConfig { get }
    /// Whether a generation has begun and not ended.
    var isRunning: Bool { get }
    /// Begins a generation, or a new attempt of the one that runs.
    @discardableResult func start() -> Self
    /// Begins a new attempt, whose request is built again from the spec, or a generation if none runs.
    func restart()
    /// Begins a new attempt with the request of the last one, or a generation if none runs.
    func repeatRequest()
    /// Calls ``restart()`` after a delay, unless another command comes first.
    func restart(after delay: Duration)
    /// Cancels the generation. Has no effect if none runs, or if the outcome is already settled.
    func cancel()
    /// Cancels the generation for a reason, which becomes the ``ConnectionError/cancelReason``.
    func cancel(because reason: CancelReason)
}
