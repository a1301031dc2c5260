import AbstractHTTP

/// Calls a closure instead of a server.
final class StubConnector<Model: Sendable>: HTTPConnector {
    /// The outcome of the closure in the last attempt.
    enum Outcome: Sendable {
        case model(Model)
        /// An error that has a response.
        case failure(ConnectionError)
    }

    private struct State: Sendable {
        /// The number of attempts.
        var attempts = 0
        var outcome: Outcome?
    }

    private let closure: @Sendable () async throws -> Model
    private let state = LockedValue(State())

    init(_ closure: @escaping @Sendable () async throws -> Model) {
        self.closure = closure
    }

    var outcome: Outcome? { state.withLock(\.outcome) }

    /// The error of the closure, if it has a response.
    var failure: ConnectionError? {
        if case .failure(let error) = outcome { error } else { nil }
    }

    /// Returns an empty response for a model, or the response of an error. Throws errors without a response.
    func execute(_ request: Request) async throws -> ResponseStream {
        let attempt = begin()
        do {
            let model = try await closure()
            end(attempt, .model(model))
            return ResponseStream(Response(statusCode: 200, url: request.url))
        } catch let error as ConnectionError {
            guard let response = error.response else { throw error }
            end(attempt, .failure(error))
            return ResponseStream(response)
        }
    }

    /// Begins an attempt, and returns its number. An attempt may end without an outcome, and must not report that of an
    /// earlier one.
    private func begin() -> Int {
        var attempt = 0
        state.change { state in
            attempt = state.attempts + 1
            state = State(attempts: attempt)
        }
        return attempt
    }

    /// Notes the outcome of an attempt, unless a later one has begun.
    private func end(_ attempt: Int, _ outcome: Outcome) {
        state.change { if $0.attempts == attempt { $0.outcome = outcome } }
    }
}

/// Returns the model or the error of the closure.
struct MockedResponse<ResponseModel: Sendable>: LiveResponseSpec, Sendable {
    typealias FailureModel = any Sendable

    let server: StubConnector<ResponseModel>

    func validate(response: Response) throws {
        if server.failure != nil { throw ConnectionErrorType.invalidResponse }
    }

    /// Nil, because the closure has already created the model, even if it is a stream.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { nil }

    func parseResponse(response: Response) throws -> ResponseModel {
        guard case .model(let model) = server.outcome else { throw ConnectionErrorType.parse }
        return model
    }

    func parseFailure(response: Response) throws -> (any Sendable)? { server.failure?.failureModel }
}

/// Fails the connection with the error of the closure.
struct MockedFailure<Model: Sendable>: RecoveryPolicy {
    let call: MockedCall
    let server: StubConnector<Model>

    func recovery(from failure: RecoveryContext) -> Recovery {
        guard let thrown = server.failure ?? failure.error.underlying else { return .giveUp }
        let error = call.error(of: thrown)
        // An error with the same type and no underlying error adds nothing to the failure.
        guard error.underlying != nil || error.type != failure.error.type else { return .giveUp }
        return .fail(error.type, because: error.underlying ?? error.type)
    }
}
