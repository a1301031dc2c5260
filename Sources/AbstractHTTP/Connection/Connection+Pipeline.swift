/// How a generation ended, and whether the next one has begun.
struct GenerationEnd<ResponseModel: Sendable>: Sendable {
    /// Nil when it was told already: the model of a stream is handed over long before the end.
    let outcome: Result<ResponseModel, ConnectionError>?
    let isReopened: Bool
}

/// The pipeline. One task at a time is in here; it asks before each step whether its attempt is still the current one.
/// A nil result means that it is not: a command took over, and the next step is in the lifecycle.
extension Connection {
    typealias Token = Lifecycle.Token

    /// Runs generations until the connection is idle.
    func drive() async {
        while await runGeneration().isReopened {}
    }

    /// Runs the generation that was opened, attempt by attempt, to its end.
    func runGeneration() async -> GenerationEnd<ResponseModel> {
        var generation = state.withLock(\.generation)
        addShared(to: &generation)
        var opening: (token: Token, draft: RequestDraft)?
        while let step = state.withLock({ $0.lifecycle.nextStep() }) {
            switch step {
            case .open(let token, let source):
                opening = (token, await open(source, generation))
            case .attempt(let token, let source):
                let draft = opening.flatMap { $0.token == token ? $0.draft : nil } ?? makeDraft(source)
                if let end = await attempt(token, draft, generation) { return end }
            case .deliverCancel:
                return await deliverCancelApart(generation)
            }
        }
        // Not reached: an attempt that is not current was replaced by another one or by a cancel.
        return GenerationEnd(outcome: nil, isReopened: false)
    }

    /// Listeners of the holder hear everything before the connection's own, the log after them.
    private func addShared(to generation: inout Generation<ResponseModel>) {
        if let holder = config.holder { generation.listeners = holder.listeners.followed(by: generation.listeners) }
        if let log = config.log { generation.listeners.add(ConnectionLogger(log)) }
    }

    private func open(_ source: Lifecycle.Source, _ generation: Generation<ResponseModel>) async -> RequestDraft {
        let draft = makeDraft(source)
        for listener in generation.listeners.plain {
            await listener.onStart(connection: self, request: draft.request)
        }
        return draft
    }

    private func makeDraft(_ source: Lifecycle.Source) -> RequestDraft {
        let last = source == .lastRequest ? state.withLock(\.lastRequest) : nil
        let draft = last.map(RequestDraft.init(again:)) ?? RequestDraft(specs.value.request, encoder: config.urlEncoder)
        state.withLock { $0.lastRequest = draft.request }
        return draft
    }

    private func attempt(
        _ token: Token, _ draft: RequestDraft, _ generation: Generation<ResponseModel>
    ) async -> GenerationEnd<ResponseModel>? {
        state.withLock { $0.attemptCount += 1 }
        if let problem = draft.problem {
            let failure = Failure<ResponseModel>(type: problem.type, underlying: problem.underlying)
            return await recoverOrFail(token, draft.request, failure, generation)
        }
        if let parser = specs.value.response.streamParser {
            return await stream(token, draft.request, parser, generation)
        }
        let (request, connector, limit) = (draft.request, config.connector, config.maximumResponseBytes)
        let arrival = await work(token) { await connector.collect(request, limit: limit) }
        switch arrival {
        case nil:
            return nil
        case .failure(let failure):
            return await recoverOrFail(token, request, Failure(failure), generation)
        case .success(let response):
            return await finish(token, request, response, generation)
        }
    }

    /// From a whole response to the end of the generation.
    private func finish(
        _ token: Token, _ request: Request, _ response: Response, _ generation: Generation<ResponseModel>
    ) async -> GenerationEnd<ResponseModel>? {
        let parse = specs.value.response.parseResponse(response:)
        guard let verdict = await review(token, response, parse, generation) else { return nil }
        switch verdict {
        case .failure(let failure): return await recoverOrFail(token, request, failure, generation)
        case .success(let model): return await succeed(token, model, response, generation)
        }
    }

    /// onReceived* ▸ isValidResponse ▸ parse ▸ onReceivedModel*
    func review(
        _ token: Token, _ response: Response, _ parse: (Response) throws -> ResponseModel,
        _ generation: Generation<ResponseModel>
    ) async -> Verdict<ResponseModel>? {
        for listener in generation.listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceived(connection: self, response: response) else {
                return .failure(Failure(type: .invalidResponse, response: response))
            }
        }
        guard allows(token) else { return nil }
        guard specs.value.response.isValidResponse(response: response) else {
            return .failure(Failure(type: .invalidResponse, response: response))
        }
        let model: ResponseModel
        do {
            model = try parse(response)
        } catch {
            return .failure(Failure(type: .ofParsing(error), response: response, underlying: error))
        }
        for listener in generation.listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceivedModel(connection: self, responseModel: model) else {
                return .failure(Failure(type: .validation, response: response, responseModel: model))
            }
        }
        return .success(model)
    }

    func allows(_ token: Token) -> Bool {
        state.withLock { $0.lifecycle.allows(token) }
    }

    /// Awaits `operation`, and leaves it at once when a command takes over.
    func work<Value: Sendable>(_ token: Token, _ operation: @escaping @Sendable () async -> Value) async -> Value? {
        let work = AbandonableWork<Value>()
        guard adopt(work, token) else { return nil }
        let value = await work.value(of: operation)
        return release(token) ? value : nil
    }

    /// Makes `work` what a command abandons; returns whether the attempt is still current.
    func adopt(_ work: any Abandonable, _ token: Token) -> Bool {
        state.withLock { state in
            guard state.lifecycle.isRunning(token) else { return false }
            state.work = work
            return true
        }
    }

    /// Forgets the work of attempt `token`; returns whether the attempt is still current.
    func release(_ token: Token) -> Bool {
        state.withLock { state in
            guard state.lifecycle.isRunning(token) else { return false }
            state.work = nil
            return true
        }
    }
}

/// What became of a response: a model, or why not.
enum Verdict<ResponseModel: Sendable>: Sendable {
    case success(ResponseModel)
    case failure(Failure<ResponseModel>)
}

extension ConnectionErrorType {
    /// What a spec's error while parsing counts as: parse, unless it says that response or model are invalid.
    fileprivate static func ofParsing(_ error: any Error) -> Self {
        switch error as? ConnectionErrorType {
        case .invalidResponse: .invalidResponse
        case .validation: .validation
        default: .parse
        }
    }
}
