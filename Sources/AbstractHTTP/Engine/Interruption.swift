/// Why an attempt ends without a model.
///
/// A failure is indirect, because each step can throw one, and few do.
enum Interruption: Error {
    /// A command, a deadline, or a recovery has ended the attempt. The lifecycle knows what comes next.
    case superseded
    /// The attempt has failed.
    indirect case failed(AttemptFailure)

    /// A failure of `request`.
    static func failed(
        _ type: ConnectionErrorType, _ request: Request, response: Response? = nil,
        because underlying: (any Error)? = nil
    ) -> Self {
        let error = ConnectionError(type: type, request: request, response: response, underlying: underlying)
        return .failed(AttemptFailure(error: error))
    }

    /// A failure because of `response`, whose body may not have been read yet.
    static func rejected(
        _ response: ReceivedResponse, _ type: ConnectionErrorType, model: ModelBox? = nil,
        because underlying: (any Error)? = nil
    ) -> Self {
        let error = ConnectionError(type: type, request: response.request, underlying: underlying)
        return .failed(AttemptFailure(error: error, rejected: RejectedResponse(response), responseModel: model))
    }
}

/// How an attempt has failed.
struct AttemptFailure: Error {
    /// The failure, without the attempts before it.
    var error: ConnectionError
    /// The response that was rejected. The beginning of its body becomes a part of the error.
    var rejected: RejectedResponse?
    /// The model that a listener rejected.
    var responseModel: ModelBox?
    /// Whether the failure is final. It is recorded, and no policy is asked about it.
    var isFinal = false
}

/// A class, because each result of an exchange has the size of a failure.
final class RejectedResponse: Sendable {
    let response: ReceivedResponse

    init(_ response: ReceivedResponse) { self.response = response }
}
