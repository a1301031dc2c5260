import Dispatch

/// What one generation works with, fixed when it begins: who is told, and who is asked.
struct Generation: Sendable {
    typealias OnSuccess = @MainActor @Sendable (AnyModel) -> Void
    typealias OnError = @MainActor @Sendable (ConnectionError) -> Void
    typealias OnEnd = @MainActor @Sendable (Response?, AnyModel?, ConnectionError?) -> Void

    var listeners = Listeners()
    var recoveries: [any RecoveryPolicy] = []
    var middleware: [any HTTPMiddleware] = []
    var redirects: RedirectPolicy?
    var deadlines: Deadlines?
    var onSuccess: OnSuccess?
    var onError: [OnError] = []
    var onEnd: [OnEnd] = []
    var completion: Completion?

    /// What is called on the main actor when the generation succeeds.
    func callback(of model: AnyModel) -> (@MainActor @Sendable () -> Void)? {
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

extension CopyOnWrite<Generation> {
    /// That of a connection to which nothing was added.
    static let plain = CopyOnWrite(Generation())
}

/// A closure that gets the outcome on a queue of the user's.
struct Completion: Sendable {
    let queue: DispatchQueue
    let closure: @Sendable (Outcome) -> Void

    /// Calls the closure if `isCurrent` says so on the queue; returns whether it did.
    func call(with outcome: Outcome, if isCurrent: @escaping @Sendable () -> Bool) async -> Bool {
        let isCalled = Promise<Bool>()
        queue.async {
            let isCurrent = isCurrent()
            if isCurrent { closure(outcome) }
            isCalled.fulfil(isCurrent)
        }
        return await isCalled.value()
    }
}

/// How a generation ended, and whether the next one has begun.
struct GenerationEnd: Sendable {
    /// Nil when it was told already: the model of a stream is handed over long before the end.
    let outcome: Outcome?
    let isReopened: Bool
}

/// What those who wait for a generation get.
typealias Outcome = Result<AnyModel, ConnectionError>

/// What became of a response: a model, or why not.
enum Verdict: Sendable {
    case success(AnyModel)
    case failure(Failure)
}

/// How an attempt failed.
struct Failure: Sendable {
    let type: ConnectionErrorType
    var response: Response?
    var responseModel: AnyModel?
    var failureModel: (any Sendable)?
    var underlying: (any Error)?
}
