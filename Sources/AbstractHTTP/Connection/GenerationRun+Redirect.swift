/// The requests of one attempt: the first one, and those that redirects ask for.
extension GenerationRun {
    /// What they came to, with the last of them.
    enum Carried: Sendable {
        case arrived(Arrival, Request, ProgressMeter?)
        case failed(Failure, Request)
    }

    private enum Following {
        case followed
        case declined
        case refused(Failure)
        case stale
    }

    /// Sends `request` and follows redirects; nil when the attempt is not current any more.
    func carry(_ token: Token, _ request: Request) async -> Carried? {
        var chain = RedirectChain(request, redirectPolicy)
        while true {
            let meter = makeMeter(for: chain.request)
            guard let result = await exchange(token, chain, meter) else { return nil }
            var response: Response
            switch result {
            case .failure(let failure): return .failed(Failure(failure, after: chain.history), chain.request)
            case .success(.live(let stream)): return .arrived(.live(chain.completed(stream)), chain.request, meter)
            case .success(.whole(let whole)): response = chain.completed(whole)
            }
            // Asked here, too, because the way of every other response is short.
            guard chain.isFollowing(response) else { return .arrived(.whole(response), chain.request, meter) }
            switch await follow(token, &chain, response) {
            case .followed: continue
            case .declined: return .arrived(.whole(response), chain.request, meter)
            case .refused(let failure): return .failed(failure, chain.request)
            case .stale: return nil
            }
        }
    }

    private var redirectPolicy: RedirectPolicy {
        generation.redirects ?? pipeline.specs.value.request.redirects ?? pipeline.config.redirects
    }

    private var middleware: [any HTTPMiddleware] { pipeline.config.middleware + generation.middleware }

    /// The config with the decoder of the spec, which the response takes along.
    private var decodingConfig: ConnectionConfig {
        var config = pipeline.config
        if let decoder = pipeline.specs.value.response.contentDecoder { config.contentDecoder = decoder }
        return config
    }

    private func exchange(
        _ token: Token, _ chain: RedirectChain, _ meter: ProgressMeter?
    ) async -> Result<Arrival, ExchangeFailure>? {
        guard await willSend(token, chain.request) else { return nil }
        var request = chain.request
        if let meter { request.onSent = meter.noteSent }
        startConnecting(token, &request)
        let rule = BodyRule(isLive: pipeline.isLive, redirects: chain.policy, config: decodingConfig)
        let result = await exchange(token, request, meter, rule)
        return await didSend(token, chain.request) ? result : nil
    }

    /// Nil when the attempt is not current any more.
    private func exchange(
        _ token: Token, _ request: Request, _ meter: ProgressMeter?, _ rule: BodyRule
    ) async -> Result<Arrival, ExchangeFailure>? {
        let middleware = middleware
        if middleware.isEmpty, !rule.isLive, let connector = pipeline.config.leavableConnector {
            return await reporting(token, meter) { await exchange(token, request, meter, rule, by: connector) }
        }
        // Nothing of the connection: the work may outlive it.
        let connector = pipeline.config.connector.wrapped(by: middleware, rule)
        return await reporting(token, meter) {
            await work(token) { await connector.exchange(request, meter, rule) }
        }
    }

    /// The way without a task, and without a hop, of its own.
    private func exchange(
        _ token: Token, _ request: Request, _ meter: ProgressMeter?, _ rule: BodyRule,
        by connector: any LeavableConnector
    ) async -> Result<Arrival, ExchangeFailure>? {
        let result = await connector.exchange(request, meter, rule) { adopt($0, token) }
        return release(token) ? result : nil
    }

    /// Asks the policy about `response` and tells the listeners when it is followed.
    private func follow(_ token: Token, _ chain: inout RedirectChain, _ response: Response) async -> Following {
        let proposal: Redirect
        do {
            guard let redirect = try chain.redirect(in: response) else { return .declined }
            proposal = redirect
        } catch {
            return .refused(Failure(type: .redirect, response: response, underlying: error))
        }
        guard let decided = await decide(token, proposal, chain.policy) else { return .stale }
        guard let next = decided else { return .declined }
        do {
            try next.validate()
        } catch {
            return .refused(Failure(type: error.type, response: response, underlying: error))
        }
        let redirect = Redirect(
            response: proposal.response, request: proposal.request, next: next, number: proposal.number)
        for listener in listeners.response {
            guard allows(token) else { return .stale }
            await listener.onRedirect(connection: connection, redirect: redirect)
        }
        chain.follow(redirect)
        pipeline.state.withLock { $0.redirectCount += 1 }
        return .followed
    }

    /// The request that follows; nil inside for none, nil outside when the attempt is not current.
    private func decide(_ token: Token, _ redirect: Redirect, _ policy: RedirectPolicy) async -> Request?? {
        guard let decision = policy.decision else { return redirect.next }
        return await work(token) { await decision(redirect) }
    }
}

extension Failure {
    fileprivate init(_ failure: ExchangeFailure, after history: [Response]) {
        var response = failure.response
        response?.history = history
        self.init(
            type: failure.type, response: response, failureModel: failure.failureModel,
            underlying: failure.underlying)
    }
}
