/// What one generation works with, fixed when it begins: who is told, and who is asked.
struct Generation<ResponseModel: Sendable>: Sendable {
    typealias OnSuccess = @MainActor @Sendable (ResponseModel) -> Void
    typealias OnError = @MainActor @Sendable (ConnectionError) -> Void
    typealias OnEnd = @MainActor @Sendable (Response?, ResponseModel?, ConnectionError?) -> Void

    var listeners = Listeners()
    var recoveries: [any RecoveryPolicy] = []
    var onSuccess: OnSuccess?
    var onError: [OnError] = []
    var onEnd: [OnEnd] = []

    /// What is called on the main actor when the generation succeeds.
    func callback(of model: ResponseModel) -> (@MainActor @Sendable () -> Void)? {
        guard let onSuccess else { return nil }
        return { onSuccess(model) }
    }

    /// What is called on the main actor when the generation fails.
    func callback(of error: ConnectionError) -> (@MainActor @Sendable () -> Void)? {
        guard !onError.isEmpty else { return nil }
        return { [onError] in
            for closure in onError { closure(error) }
        }
    }
}

/// How an attempt failed.
struct Failure<ResponseModel: Sendable>: Sendable {
    let type: ConnectionErrorType
    var response: Response?
    var responseModel: ResponseModel?
    var underlying: (any Error)?
}
