import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

extension AttemptFailure {
    /// The failure of an exchange. A ``ConnectionError`` keeps its type, its response, and its underlying error.
    init(_ error: any Error, of request: Request, response: Response? = nil) {
        if let error = error as? ConnectionError {
            self.init(
                error: ConnectionError(
                    type: error.type, request: request, response: error.response, failureModel: error.failureModel,
                    underlying: error.underlying))
        } else {
            let cause = (error as? AuthenticationFailure)?.underlying ?? error
            var failure = ConnectionError(
                type: .ofTransfer(error), request: request, response: response, underlying: cause)
            failure.takeAnswer(ofLoginIn: error)
            self.init(error: failure)
        }
    }
}

extension ConnectionErrorType {
    /// The type of an error that a connector, a middleware, or the source of a body throws.
    static func ofTransfer(_ error: any Error) -> Self {
        switch error {
        case let type as Self where type != .canceled: type
        case let error as ConnectionError: error.type
        case let error as any ClassifiedError: error.connectionErrorType
        case is CancellationError: .canceled
        case let error as URLError where error.code == .cancelled: .canceled
        default: .network
        }
    }
}
