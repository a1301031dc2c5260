/// A failed attempt, as ``ConnectionError/attempts`` keeps it.
public struct AttemptRecord: Sendable {
    /// Its number within the generation, from 1.
    public var number: Int
    /// The request that was sent, or was to be sent.
    public var request: Request
    /// The status of the response, when one arrived.
    public var statusCode: Int?
    /// The kind of failure.
    public var type: ConnectionErrorType
    /// What was thrown.
    public var underlying: (any Error)?

    /// Makes a record.
    public init(
        number: Int, request: Request, statusCode: Int? = nil, type: ConnectionErrorType,
        underlying: (any Error)? = nil
    ) {
        self.number = number
        self.request = request
        self.statusCode = statusCode
        self.type = type
        self.underlying = underlying
    }
}
