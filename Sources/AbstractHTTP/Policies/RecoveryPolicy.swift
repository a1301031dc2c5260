/// Decides whether a failed attempt is retried.
///
/// Each policy is asked at most once per failed attempt, before any error listener. The policies of the connection are
/// asked first, and then those of the config, in the order in which they were added. The first policy that does not
/// give up decides. Policies are not asked about a cancel, the total deadline, or a stream that breaks off after its
/// head was accepted. Canceling the connection ends the decision and the wait immediately, even if the policy ignores
/// the cancel.
///
/// ```swift
/// struct AskTheUser: RecoveryPolicy {
///     let waitsForUser = true
///
///     func recovery(from context: RecoveryContext) async -> Recovery {
///         await retryDialog.answer() ? .restart() : .giveUp
///     }
/// }
/// ```
public protocol RecoveryPolicy: Sendable {
    /// Whether ``recovery(from:)`` waits for the user, for example for an answer in a dialog. Default: `false`.
    ///
    /// During that wait, the connection does not make a ``ConnectionIndicator`` appear.
    var waitsForUser: Bool { get }
    /// The adapter that changes requests for this policy. Default: nil, or the policy itself if it is a
    /// ``RequestAdapter``.
    var requestAdapter: (any RequestAdapter)? { get }
    /// Called when an attempt starts, before this policy adapts the request. Default: does nothing.
    ///
    /// The method must return immediately. Use it to count attempts. To change the request, use a ``RequestAdapter``.
    ///
    /// - Parameters:
    ///   - request: The request before this policy adapts it.
    ///   - attempt: The attempt's number within the generation, from 1.
    func willAttempt(_ request: Request, attempt: Int)
    /// Returns the decision. It can take any amount of time, and it runs in a task that is canceled with the attempt.
    func recovery(from context: RecoveryContext) async -> Recovery
}

extension RecoveryPolicy {
    /// `false`.
    public var waitsForUser: Bool { false }
    /// Nil.
    public var requestAdapter: (any RequestAdapter)? { nil }
    /// Does nothing.
    public func willAttempt(_ request: Request, attempt: Int) {}
}

/// The decision of a recovery policy about a failed attempt.
public enum Recovery: Sendable {
    /// The failure stands, unless another policy recovers from it.
    case giveUp
    /// Like ``giveUp``, with a reason that becomes the ``ConnectionError/notRetriedReason``.
    case decline(because: any Error)
    /// The generation fails immediately with this type and underlying error. The type ``ConnectionErrorType/canceled``
    /// instead cancels the connection for the reason ``CancelReason/policy``.
    case fail(ConnectionErrorType, because: any Error)
    /// A new attempt after a delay, with a request that is built again from the spec.
    case restart(after: Duration = .zero)
    /// A new attempt after a delay, with the same request.
    case `repeat`(after: Duration = .zero)
}

/// A failed attempt, as recovery policies receive it.
///
/// ```swift
/// func recovery(from context: RecoveryContext) async -> Recovery {
///     context.error.response?.statusCode == 409 && context.attempt == 1 ? .restart() : .giveUp
/// }
/// ```
public struct RecoveryContext: Sendable {
    /// The connection that failed.
    public let connection: any ConnectionTask
    /// The attempt's number within the generation, from 1.
    public let attempt: Int
    /// The failure, with the last request and the response.
    public let error: ConnectionError
    /// The request that was built from the spec, before adapters and redirects changed it.
    public let request: Request
    /// The request after all adapters changed it, before redirects.
    public let adapted: Request
    /// The number of redirects that the attempt followed.
    public let redirects: Int

    /// Creates a context for tests of a policy.
    public init(
        connection: any ConnectionTask, attempt: Int, error: ConnectionError, request: Request? = nil,
        adapted: Request? = nil, redirects: Int = 0
    ) {
        self.connection = connection
        self.attempt = attempt
        self.error = error
        self.request = request ?? error.request
        self.adapted = adapted ?? self.request
        self.redirects = redirects
    }
}
