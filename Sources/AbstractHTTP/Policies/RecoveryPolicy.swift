/// Decides whether a failed attempt is followed by another one.
///
/// A policy is asked at most once for each failed attempt, before any error listener. The policies of the connection
/// are asked first, then those of the config, each in the order in which they were added. The first that does not give
/// up wins. No policy is asked about a cancel, about a total deadline that has expired, or about a stream that has
/// broken off after it was handed over. Canceling the connection ends the decision and the wait at once, even when the
/// policy ignores it.
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
    /// Whether ``recovery(from:)`` waits for the user, for example for the answer to a dialog. Default: `false`.
    ///
    /// Meanwhile a ``ConnectionIndicator`` does not show that the connection runs.
    var waitsForUser: Bool { get }
    /// What changes requests for this policy. Default: nil, or the policy itself if it is a ``RequestAdapter``.
    var requestAdapter: (any RequestAdapter)? { get }
    /// Called when an attempt begins, before this policy adapts the request. Default: does nothing.
    ///
    /// It must return at once. Use it to count; to change the request, use a ``RequestAdapter``.
    ///
    /// - Parameter attempt: The attempt's number within the generation, from 1.
    func willAttempt(_ request: Request, attempt: Int)
    /// Returns what happens next. It may take any amount of time, and runs in a task that is canceled with the
    /// attempt.
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

/// What follows a failed attempt.
public enum Recovery: Sendable {
    /// The failure stands, unless another policy recovers it.
    case giveUp
    /// The same, and the ``ConnectionError/notRetriedReason`` says why.
    case refuse(because: any Error)
    /// The failure stands at once, as another one: of this type, with this underlying error. The type
    /// ``ConnectionErrorType/canceled`` cancels the connection instead, for the reason ``CancelReason/policy``.
    case fail(ConnectionErrorType, because: any Error)
    /// A new attempt after a delay, its request rebuilt from the spec.
    case restart(after: Duration = .zero)
    /// A new attempt after a delay, with the same request again.
    case `repeat`(after: Duration = .zero)
}

/// A failed attempt, as a recovery policy is asked about it.
public struct RecoveryContext: Sendable {
    /// The connection, for its identifier and its commands.
    public let connection: any ConnectionTask
    /// The attempt's number within the generation, from 1.
    public let attempt: Int
    /// The failure, with the last request and the response.
    public let error: ConnectionError
    /// The request that the spec describes, before policies adapted it and redirects changed it.
    public let request: Request
    /// The request after the policies adapted it, with which the attempt began.
    public let adapted: Request
    /// How many redirects the attempt has followed.
    public let redirects: Int

    /// Makes a context, for testing a policy.
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
