/// Why a failed attempt was not retried. See ``ConnectionError/notRetriedReason``.
public enum NotRetriedReason: Error, Hashable, Sendable {
    /// The server asked for a longer wait than the policy allows.
    case waitTooLong(asked: Duration, longest: Duration)
    /// The server may have processed the request, and it might process it twice, because the method is not idempotent
    /// and there is no idempotency key.
    case notIdempotent(HTTPMethod)
    /// The ``RetryBudget`` of the host is used up.
    case budgetSpent(host: String)
    /// The body can be sent only once and was already sent, and the spec has no new one.
    case bodyAlreadySent
}

extension NotRetriedReason: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .waitTooLong(let asked, let longest):
            "the server asks to wait for \(asked), longer than \(longest)"
        case .notIdempotent(let method):
            "a \(method) that may have arrived is not sent twice; give it an idempotency key"
        case .budgetSpent(let host):
            "\(host) has no retries left in its budget"
        case .bodyAlreadySent:
            "the body can be sent only once; have makeBody() make a new one"
        }
    }
}
