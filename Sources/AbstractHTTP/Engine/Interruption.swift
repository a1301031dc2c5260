/// Why an attempt ends without a model.
enum Interruption: Error {
    /// A command, a deadline, or a recovery has ended the attempt. The lifecycle knows what comes next.
    case superseded
    /// The attempt has failed.
    case failed(AttemptFailure)

    /// A failure of `request`.
    static func failed(
        _ type: ConnectionErrorType, _ request: Request, response: Response? = nil, responseModel: ModelBox? = nil,
        because underlying: (any Error)? = nil
    ) -> Self {
        let error = ConnectionError(type: type, request: request, response: response, underlying: underlying)
        return .failed(AttemptFailure(error: error, responseModel: responseModel))
    }
}

/// How an attempt has failed.
struct AttemptFailure: Error {
    /// The failure, without the attempts before it.
    var error: ConnectionError
    /// The model that a listener rejected.
    var responseModel: ModelBox?
    /// Whether the failure is final. It is recorded, and no policy is asked about it.
    var isFinal = false
}
