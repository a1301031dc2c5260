/// From the spec to a model, attempt by attempt.
extension GenerationRun {
    /// Runs the generation, attempt by attempt, to its end.
    func run() async -> GenerationEnd {
        var opening: (token: Token, draft: RequestDraft)?
        while let step = pipeline.state.withLock({ $0.nextStep() }) {
            switch step {
            case .open(let token, let source):
                startTotalClock(token)
                opening = (token, await announce(source))
            case .attempt(let token, let source):
                startTotalClock(token)
                startAttemptClock(token)
                let opened = opening.flatMap { $0.token == token ? $0.draft : nil }
                let draft = if let opened { opened } else { await encoding { makeDraft(source) } }
                if let end = await attempt(token, draft) { return end }
            case .expire(let token, let expiry):
                if let end = await expire(token, expiry) { return end }
            case .deliverCancel:
                return await deliverCancelApart()
            }
        }
        // Not reached: an attempt that is not current was replaced by another one or by a cancel.
        return GenerationEnd(outcome: nil, isReopened: false)
    }

    /// onStart*, with the first request.
    private func announce(_ source: Lifecycle.Source) async -> RequestDraft {
        let draft = await encoding { makeDraft(source) }
        for listener in listeners.plain {
            await listener.onStart(connection: connection, request: draft.request)
        }
        return draft
    }

    private func makeDraft(_ source: Lifecycle.Source) -> RequestDraft {
        let (last, key) = pipeline.state.withLock { ($0.lastDraft, $0.idempotencyKey) }
        let repeated = source == .lastRequest ? last?.again() : nil
        let draft = repeated ?? RequestDraft(pipeline.specs.value.request, pipeline.config, idempotencyKey: key)
        var previous: RequestDraft? = draft
        pipeline.state.withLock { state in
            swap(&state.lastDraft, &previous)
            if state.idempotencyKey == nil { state.idempotencyKey = draft.idempotencyKey }
        }
        return draft
    }

    private func attempt(_ token: Token, _ draft: RequestDraft) async -> GenerationEnd? {
        if let problem = draft.problem {
            if let end = await failInsteadOfSendingTwice(token, problem) { return end }
            let failure = Failure(type: problem.type, underlying: problem.underlying)
            return await recoverOrFail(token, draft.request, failure)
        }
        switch await prepare(token, draft.request) {
        case nil: return nil
        case .refused(let failure): return await recoverOrFail(token, draft.request, failure)
        case .prepared(let request): return await send(token, request)
        }
    }

    private func send(_ token: Token, _ request: Request) async -> GenerationEnd? {
        switch await carry(token, request) {
        case nil: return nil
        case .failed(let failure, let request): return await recoverOrFail(token, request, failure)
        case .arrived(let arrival, let request, let meter): return await receive(token, request, arrival, meter)
        }
    }

    private func receive(
        _ token: Token, _ request: Request, _ arrival: Arrival, _ meter: ProgressMeter?
    ) async -> GenerationEnd? {
        if pipeline.isStreamed, let parser = pipeline.specs.value.response.erasedStreamParser {
            stopAttemptClock()
            return await stream(token, request, arrival.stream, meter, parser)
        }
        if pipeline.isLive, let reader = pipeline.specs.value.response.erasedBodyReader {
            return await read(token, request, arrival.stream, meter, reader)
        }
        guard case .whole(let response) = arrival else { return nil }
        stopAttemptClock()
        return await finish(token, request, response)
    }

    /// From a whole response to the end of the generation.
    private func finish(_ token: Token, _ request: Request, _ response: Response) async -> GenerationEnd? {
        let spec = pipeline.specs.value.response
        guard let verdict = await review(token, response, spec.model(of:)) else { return nil }
        switch verdict {
        case .failure(let failure): return await recoverOrFail(token, request, failure)
        case .success(let model): return await succeed(token, model, response)
        }
    }

    /// onReceived* ▸ isValidResponse ▸ parse ▸ onReceivedModel*
    func review(_ token: Token, _ response: Response, _ parse: (Response) throws -> any Sendable) async -> Verdict? {
        let verdict = await judge(token, response, parse)
        guard case .success(let model) = verdict, !listeners.response.isEmpty else { return verdict }
        return await offer(token, model, response)
    }

    /// onReceived* ▸ isValidResponse ▸ parse
    func judge(_ token: Token, _ response: Response, _ parse: (Response) throws -> any Sendable) async -> Verdict? {
        for listener in listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceived(connection: connection, response: response) else {
                return .failure(Failure(type: .invalidResponse, response: response))
            }
        }
        guard allows(token) else { return nil }
        do {
            guard !pipeline.specs.value.response.isValidResponse(response: response) else {
                guard await willDecode(token, response) else { return nil }
                let model = try parse(response)
                return await didDecode(token, response, model) ? .success(model) : nil
            }
            if !pipeline.isLive, let model = try fallbackModel(of: response) { return .success(model) }
            return .failure(Failure(type: .invalidResponse, response: response))
        } catch {
            return .failure(Failure(type: .ofParsing(error), response: response, underlying: error))
        }
    }

    /// What the first fallback of the config makes of a response that is not valid.
    private func fallbackModel(of response: Response) throws -> (any Sendable)? {
        for fallback in pipeline.config.fallbacks {
            if let model = try pipeline.specs.value.response.model(of: response, by: fallback) { return model }
        }
        return nil
    }

    /// onReceivedModel*
    func offer(_ token: Token, _ model: any Sendable, _ response: Response) async -> Verdict? {
        for listener in listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceivedModel(connection: connection, responseModel: model) else {
                return .failure(Failure(type: .validation, response: response, responseModel: model))
            }
        }
        return .success(model)
    }
}

extension ConnectionErrorType {
    /// What a spec's error while parsing counts as: parse, unless it says that response or model are invalid.
    static func ofParsing(_ error: any Error) -> Self {
        switch error as? ConnectionErrorType {
        case .invalidResponse: .invalidResponse
        case .validation: .validation
        default: .parse
        }
    }
}
