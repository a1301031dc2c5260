/// A failed attempt, listed in ``ConnectionError/attempts``.
///
/// ```swift
/// for attempt in error.attempts { print(attempt.number, attempt.statusCode ?? 0, attempt.type) }
/// ```
public struct AttemptRecord: Sendable {
    /// The number of the attempt within its generation, counted from 1.
    public var number: Int
    /// The request of the attempt, whether or not it was sent.
    public var request: Request
    /// The status code of the response, or nil if none arrived.
    public var statusCode: Int?
    /// The kind of failure.
    public var type: ConnectionErrorType
    /// The error that caused the failure.
    public var underlying: (any Error)? {
        didSet { underlying = underlying?.withoutSecrets }
    }

    /// Creates a record.
    public init(
        number: Int, request: Request, statusCode: Int? = nil, type: ConnectionErrorType,
        underlying: (any Error)? = nil
    ) {
        self.number = number
        self.request = request
        self.statusCode = statusCode
        self.type = type
        self.underlying = underlying?.withoutSecrets
    }
}
