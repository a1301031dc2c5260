/// Why a failed attempt was not followed by another one, where that is not plain: the
/// ``ConnectionError/notRetriedReason``.
public enum NotRetriedReason: Error, Hashable, Sendable {
    /// The server wants to be left alone for longer than is waited.
    case waitTooLong(asked: Duration, longest: Duration)
    /// The request may have been carried out already, and would be so twice: its method is not idempotent and it has no
    /// key.
    case notIdempotent(HTTPMethod)
    /// The host has had all the retries of its ``RetryBudget``.
    case budgetSpent(host: String)
    /// The body can be sent only once, and was; the spec has no new one.
    case bodyAlreadySent
}

extension NotRetriedReason: CustomStringConvertible {
    /// What is the matter, and what to do.
    public var description: String {
        switch self {
        case .waitTooLong(let asked, let longest):
            "the server asks to wait for \(asked), longer than \(longest)"
        case .notIdempotent(let method):
            "a \(method) that may have arrived is not sent twice; give it an idempotency key"
        case .budgetSpent(let host):
            "\(host) has had as many retries as there may be"
        case .bodyAlreadySent:
            "the body can be sent only once; have makeBody() make a new one"
        }
    }
}
