/// Decides whether a failed attempt is followed by another one.
///
/// Asked once per failed attempt, before any error listener: those of the connection in the order in which they were added, and
/// then those of the config; the first that does not give up wins. One that conforms to ``RequestPreparer`` also sees the requests. A cancel is no failure and asks nobody. Cancelling the connection ends the decision and
/// the wait at once, also when the policy does not listen.
///
/// ```swift
/// struct AskTheUser: RecoveryPolicy {
///     let waitsForUser = true
///
///     func recovery(from failure: RecoveryContext) async -> Recovery {
///         await retryDialog.answer() ? .restart() : .giveUp
///     }
/// }
/// ```
public protocol RecoveryPolicy: Sendable {
    /// Whether ``recovery(from:)`` waits for the user, for example for the answer to a dialog. Default: `false`.
    ///
    /// Meanwhile a ``ConnectionIndicator`` does not show that the connection runs.
    var waitsForUser: Bool { get }
    /// Returns what happens next. It may take any amount of time, and runs in a task that is canceled with the
    /// connection.
    func recovery(from failure: RecoveryContext) async -> Recovery
}

extension RecoveryPolicy {
    /// No.
    public var waitsForUser: Bool { false }
}

/// What follows a failed attempt.
public enum Recovery: Sendable {
    /// The failure stands, unless another policy recovers it.
    case giveUp
    /// The same, and the ``ConnectionError/refusal`` says why.
    case refuse(because: any Error)
    /// The failure stands at once, as another one: of this type, with this underlying error.
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
    /// The request that the spec described, before policies prepared it and redirects changed it.
    public let request: Request
    /// The request with which the attempt began, as policies prepared it; what was sent, when it came to that.
    public let prepared: Request
    /// How many redirects the attempt had followed.
    public let redirects: Int

    /// Makes a failure, for testing a policy.
    public init(
        connection: any ConnectionTask, attempt: Int, error: ConnectionError, request: Request? = nil,
        prepared: Request? = nil, redirects: Int = 0
    ) {
        self.connection = connection
        self.attempt = attempt
        self.error = error
        self.request = request ?? error.request
        self.prepared = prepared ?? self.request
        self.redirects = redirects
    }
}
