/// From the spec to a model, attempt by attempt.
extension GenerationRun {
    /// Runs the generation, attempt by attempt, to its end.
    func run() async -> GenerationEnd {
        var opening: (token: Token, draft: RequestDraft)?
        while let step = pipeline.state.withLock({ $0.nextStep() }) {
            switch step {
            case .open(let token, let source):
                startTotalClock(token)
                opening = (token, await announce(token, source))
            case .attempt(let token, let source):
                startTotalClock(token)
                startAttemptClock(token)
                let opened = opening.flatMap { $0.token == token ? $0.draft : nil }
                let draft = if let opened { opened } else { await encoding(token) { makeDraft(source) } }
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
    private func announce(_ token: Token, _ source: Lifecycle.Source) async -> RequestDraft {
        let draft = await encoding(token) { makeDraft(source) }
        for listener in listeners.plain {
            await listener.onStart(connection: connection, request: draft.request)
        }
        return draft
    }

    private func makeDraft(_ source: Lifecycle.Source) -> RequestDraft {
        let (last, key) = pipeline.state.withLock { ($0.lastDraft, $0.idempotencyKey) }
        let repeated = source == .lastRequest ? last?.again() : nil
        let draft = repeated ?? RequestDraft(pipeline.specs.value.request, pipeline.config, idempotencyKey: key)
        var (previous, prepared): (RequestDraft?, Request?) = (draft, nil)
        pipeline.state.withLock { state in
            swap(&state.lastDraft, &previous)
            swap(&state.preparedRequest, &prepared)
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
        if policies.isEmpty { return await send(token, draft.request) }
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
        if isCollected(arrival.statusCode) {
            switch arrival {
            case .live(let stream): return await collect(token, request, stream, meter)
            case .whole(let response): return await finish(token, request, response)
            }
        }
        if pipeline.isStreamed, let parser = pipeline.specs.value.response.erasedStreamParser {
            stopAttemptClock()
            return await stream(token, request, arrival.stream, meter, parser)
        }
        if pipeline.isLive, let reader = pipeline.specs.value.response.erasedBodyReader {
            return await read(token, request, arrival.stream, meter, reader)
        }
        guard case .whole(let response) = arrival else { return nil }
        return await finish(token, request, response)
    }

    /// Whether a live spec wants this response whole.
    private func isCollected(_ statusCode: Int) -> Bool {
        pipeline.isLive && (pipeline.specs.value.response as? any CollectingSpec)?.collects(statusCode) == true
    }

    private func collect(
        _ token: Token, _ request: Request, _ stream: ResponseStream, _ meter: ProgressMeter?
    ) async -> GenerationEnd? {
        let (config, isHead) = (pipeline.config, request.method == .head)
        let result = await reporting(token, meter) {
            await work(token) {
                guard isHead else { return await stream.collect(limit: config.maximumResponseBytes) }
                _ = await stream.abridged(Abridgement(config))
                return .success(stream.head())
            }
        }
        switch result {
        case nil: return nil
        case .success(let response): return await finish(token, request, response)
        case .failure(let failure):
            let failure = Failure(type: failure.type, response: failure.response, underlying: failure.underlying)
            return await recoverOrFail(token, request, failure)
        }
    }

    /// From a whole response to the end of the generation.
    private func finish(_ token: Token, _ request: Request, _ response: Response) async -> GenerationEnd? {
        stopAttemptClock()
        let parse = { [pipeline] in try pipeline.specs.value.response.model(of: $0) }
        guard let verdict = await review(token, response, parse) else { return nil }
        switch verdict {
        case .failure(let failure): return await recoverOrFail(token, request, failure)
        case .success(let model): return await succeed(token, model, response)
        }
    }
}
