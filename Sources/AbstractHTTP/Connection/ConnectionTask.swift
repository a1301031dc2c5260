/// A connection without its model's type: the handle that listeners, recoveries and holders get.
///
/// Every command may be given from any thread, also from inside a listener's call; none waits and none calls a listener
/// before it returns.
public protocol ConnectionTask: AnyObject, Sendable {
    /// A name to find or cancel the connection by; nil unless set.
    var identifier: String? { get }
    /// The name of a group to cancel the connection with; nil unless set.
    var group: String? { get }
    /// The config: what carries the connection, and its time and randomness.
    var config: ConnectionConfig { get }
    /// Whether a generation has begun and not ended.
    var isRunning: Bool { get }
    /// Begins a generation, or a new attempt in the one that runs.
    @discardableResult func start() -> Self
    /// Begins a new attempt whose request is rebuilt from the spec, or a generation when none runs.
    func restart()
    /// Begins a new attempt with the request of the last one, or a generation when none runs.
    func repeatRequest()
    /// The same after a delay, unless another command comes first.
    func restart(after delay: Duration)
    /// Ends the generation as canceled; without effect when none runs, or its outcome is settled.
    func cancel()
    /// The same, for a reason that the error tells.
    func cancel(because reason: CancelReason)
}
