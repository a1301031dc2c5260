/// Sends the request and receives its response.
extension Attempt {
    /// Sends `request`, which is `built` after the policies have adapted it, and follows redirects.
    @inline(__always)
    func send(
        _ request: Request, of built: BuiltRequest, _ config: ConnectionConfig
    ) async throws(Interruption) -> ReceivedResponse {
        var chain = RedirectChain(request, redirectPolicy(of: built), config)
        while true {
            let response: ReceivedResponse
            switch try await sendOne(chain.request, chain.policy, config) {
            case .success(let received): response = received
            case .failure(let failure): throw .failed(chain.completed(failure))
            }
            // Checked here, too, because most responses are not redirects.
            guard let whole = response.whole, chain.isFollowing(whole),
                let redirect = try await redirect(after: whole, in: chain)
            else { return try await receive(response.completed(by: chain)) }
            chain.follow(redirect)
            pipeline.state.withLock { $0.generation.attempt.redirectCount += 1 }
        }
    }

    /// The response with its body as the spec wants it.
    @inline(__always)
    private func receive(_ response: ReceivedResponse) async throws(Interruption) -> ReceivedResponse {
        guard !pipeline.isLive else { return try await receiveLive(response) }
        stopAttemptClock()
        return response
    }

    @inline(never)
    private func receiveLive(_ response: ReceivedResponse) async throws(Interruption) -> ReceivedResponse {
        var response = response
        let stream = response.stream
        let isCollected = (specs.response as? any LiveResponseSpec)?.collects(stream.statusCode) == true
        switch isCollected ? nil : specs.response.liveReading {
        case nil:
            if response.whole == nil { response.body = .whole(try await collect(stream, of: response)) }
            stopFirstEventClock()
        case .stream:
            response.body = .relayed(stream, try makeRelay(for: stream))
        case .body:
            // The clock of the attempt runs until the spec has read the body.
            response.body = .live(stream)
            return response
        }
        stopAttemptClock()
        return response
    }

    /// Collects the body for a spec that reads the bodies of other responses as they arrive.
    func collect(
        _ stream: ResponseStream, of response: ReceivedResponse
    ) async throws(Interruption) -> Response {
        let (config, request) = (pipeline.config, response.request)
        let result = try await reporting(response.context) { () throws(Interruption) in
            try await awaiting { () -> Result<Response, AttemptFailure> in
                guard request.method == .head else {
                    return await stream.collect(limit: config.maximumResponseBytes, for: request)
                }
                _ = await stream.truncated(TruncationLimit(config))
                return .success(stream.head())
            }
        }
        switch result {
        case .success(let response): return response
        case .failure(let failure): throw .failed(failure)
        }
    }

    private func redirectPolicy(of built: BuiltRequest) -> RedirectPolicy {
        generation.setup.redirects ?? built.redirects ?? pipeline.config.redirects
    }

    /// Asks the policy about a redirect, and tells the listeners if it is followed. Returns nil if it is not followed.
    @inline(never)
    private func redirect(after response: Response, in chain: RedirectChain) async throws(Interruption) -> Redirect? {
        let proposal: Redirect
        do {
            guard let redirect = try chain.redirect(in: response) else { return nil }
            proposal = redirect
        } catch {
            throw .failed(.redirect, chain.request, response: chain.completed(response), because: error)
        }
        guard let next = try await decide(proposal, chain) else { return nil }
        do {
            try next.validate()
        } catch {
            throw .failed(error.type, chain.request, response: chain.completed(response), because: error)
        }
        let redirect = Redirect(
            response: proposal.response, request: proposal.request, next: next, number: proposal.number)
        for listener in listeners.response {
            try checkCurrent()
            await listener.onRedirect(connection: connection, redirect: redirect)
        }
        return redirect
    }

    private func decide(_ redirect: Redirect, _ chain: RedirectChain) async throws(Interruption) -> Request? {
        guard let decision = chain.policy.decision else { return redirect.next }
        let next = try await calling { await decision(redirect) }
        return next?.secured(after: redirect, chain.config)
    }

    /// willSend* ▸ middleware ▸ connector ▸ didSend*
    @inline(__always)
    private func sendOne(
        _ request: Request, _ policy: RedirectPolicy, _ config: ConnectionConfig
    ) async throws(Interruption) -> Result<ReceivedResponse, AttemptFailure> {
        try await observe { observer in await observer.willSend(connection: connection, request: request) }
        let context = makeContext(of: request)
        let result = try await exchange(request, context, makeBodyHandling(policy, config))
        try await observe { observer in
            await observer.didSend(connection: connection, request: request, response: result.head)
        }
        return result.map { ReceivedResponse(request: request, context: context, body: $0) }
    }

    /// Gets the response in one of three ways: from the memory of the cache, from an abortable connector, or in a
    /// separate task, which a command can cancel.
    @inline(__always)
    private func exchange(
        _ request: Request, _ context: ExchangeContext, _ handling: BodyHandling
    ) async throws(Interruption) -> Result<ReceivedResponse.Body, AttemptFailure> {
        // A speed limit waits in the task that collects the body. A command can cancel only a separate task.
        let config = handling.config
        let isTakenHere = !handling.isLive && config.limits.download.bytesPerSecond == nil
        if isTakenHere, var response = immediateResponse(to: request, config) {
            return await response.taken(by: handling, context, request)
        }
        let (chosen, middleware) = (generation.setup.connector ?? config.chosenConnector, middleware)
        if chosen.isAbortable, middleware.isEmpty, isTakenHere, let connector = chosen.abortable {
            return try await exchangeHere(request, context, handling, by: connector)
        }
        let connector =
            middleware.isEmpty ? chosen.connector : chosen.connector.wrapped(by: middleware, handling)
        // A cache by itself calls no code of the user.
        let hasOnlyCache = middleware.count == 1 && config.immediateMiddleware != nil
        return try await exchangeInTask(
            request, context, handling, by: connector, callsUser: !middleware.isEmpty && !hasOnlyCache)
    }

    /// The task captures nothing of the connection, because a connector that ignores cancellation may outlive that.
    @inline(__always)
    private func exchangeInTask(
        _ request: Request, _ context: ExchangeContext, _ handling: BodyHandling, by connector: any HTTPConnector,
        callsUser: Bool
    ) async throws(Interruption) -> Result<ReceivedResponse.Body, AttemptFailure> {
        try await reporting(context) { () throws(Interruption) in
            guard callsUser else {
                return try await awaiting { await connector.exchange(request, context, handling) }
            }
            return try await calling { await connector.exchange(request, context, handling) }
        }
    }

    /// Needs no task, because a command aborts the connector.
    private func exchangeHere(
        _ request: Request, _ context: ExchangeContext, _ handling: BodyHandling, by connector: any AbortableConnector
    ) async throws(Interruption) -> Result<ReceivedResponse.Body, AttemptFailure> {
        try await reporting(context) { () throws(Interruption) in
            let result = await connector.exchange(request, context, handling) { work in (try? track(work)) != nil }
            try untrack()
            return result
        }
    }

    private func immediateResponse(to request: Request, _ config: ConnectionConfig) -> ResponseStream? {
        guard let immediate = config.immediateMiddleware, generation.setup.middleware.isEmpty else {
            return nil
        }
        return immediate.immediateResponse(to: request, config)
    }

    /// All middleware, from the outermost to the one that is closest to the connector.
    private var middleware: [any HTTPMiddleware] {
        let (config, own, inner) = (pipeline.config, generation.setup.middleware, pipeline.config.innerMiddleware)
        return own.isEmpty && inner.isEmpty ? config.middleware : config.middleware + own + inner
    }

    private func makeBodyHandling(_ redirects: RedirectPolicy, _ config: ConnectionConfig) -> BodyHandling {
        BodyHandling(
            isLive: pipeline.isLive, redirects: redirects, config: config,
            decoder: specs.response.contentDecoder.map(SharedDecoder.init) ?? config.sharedDecoder)
    }

    /// Calls the observers.
    @inline(__always)
    func observe(_ call: (any ConnectionObserver) async -> Void) async throws(Interruption) {
        if !listeners.observers.isEmpty { try await callObservers(call) }
    }

    @inline(never)
    private func callObservers(_ call: (any ConnectionObserver) async -> Void) async throws(Interruption) {
        for observer in listeners.observers {
            try checkCurrent()
            await call(observer)
        }
        try checkCurrent()
    }
}

extension ReceivedResponse {
    fileprivate func completed(by chain: RedirectChain) -> Self {
        var completed = self
        switch body {
        case .whole(let response): completed.body = .whole(chain.completed(response))
        case .live(let stream): completed.body = .live(chain.completed(stream))
        case .relayed: break
        }
        return completed
    }
}

extension Result where Success == ReceivedResponse.Body, Failure == AttemptFailure {
    /// The response as observers see it, if there is one.
    fileprivate var head: Response? {
        switch self {
        case .success(let body): body.head
        case .failure(let failure): failure.error.response
        }
    }
}
