/// The pipeline of a spec that takes the body while it arrives.
///
/// onReceived* ▸ isValidResponse ▸ streamParser ▸ onReceivedModel* ▸ onSuccess, waiters resume ▸ the body is read ▸
/// COMMIT ▸ afterSuccess* ▸ onEnd* ▸ the reader sees the end.
extension GenerationRun {
    func stream(
        _ token: Token, _ request: Request, _ stream: ResponseStream, _ meter: ProgressMeter?,
        _ parser: Pipeline.StreamParser
    ) async -> GenerationEnd? {
        let relay = StreamRelay(
            stream.body, canceledError: { [pipeline] in pipeline.canceledError() },
            onReaderCanceled: { [pipeline] in pipeline.cancel(attempt: token, .task) })
        let end =
            switch await handOver(token, stream, relay, parser) {
            case .done: await awaitEnd(token, relay, stream.head(), request, meter)
            case .refused(let failure): await refuse(token, failure, stream, relay, request, meter)
            case .stale: GenerationEnd?.none
            }
        if end == nil { leave(relay) }
        return end
    }

    private enum HandOver {
        case done
        case refused(Failure)
        case stale
    }

    /// Gives the live model to everyone who waits for it. Keeps no reference to it: its release means that the reader is
    /// done.
    private func handOver(
        _ token: Token, _ stream: ResponseStream, _ relay: StreamRelay, _ parser: Pipeline.StreamParser
    ) async -> HandOver {
        var live = stream
        live.body = relay.makeBody()
        // Also who reads it before it is handed over is stopped by a command.
        guard adopt(relay, token) else { return .stale }
        guard let verdict = await review(token, stream.head(), { _ in try parser(live) }) else {
            return .stale
        }
        switch verdict {
        case .failure(let failure): return .refused(failure)
        case .success(let model): return await deliver(token, model, relay) ? .done : .stale
        }
    }

    private func deliver(_ token: Token, _ model: AnyModel, _ relay: StreamRelay) async -> Bool {
        guard allows(token) else { return false }
        relay.handOver()
        if let completion = generation.completion {
            let isDelivered = await call(completion, with: .success(model), token) { [self] in allows(token) }
            guard isDelivered, adopt(relay, token) else { return false }
        }
        if let onSuccess = generation.onSuccess {
            let isDelivered = await MainActor.run {
                guard allows(token) else { return false }
                onSuccess(model)
                return true
            }
            guard isDelivered else { return false }
        }
        let waiters: [Pipeline.Joiner]? = pipeline.state.withLock { state in
            guard state.lifecycle.isRunning(token) else { return nil }
            defer { state.waiters = [] }
            state.isHandedOver = true
            return state.waiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.promise.fulfil(.success(model)) }
        return true
    }

    private func awaitEnd(
        _ token: Token, _ relay: StreamRelay, _ head: Response, _ request: Request, _ meter: ProgressMeter?
    ) async -> GenerationEnd? {
        let end = await reporting(token, meter) { await relay.end() }
        settleLater(relay)
        switch end {
        case .finished, .unread:
            return await succeed(token, head)
        case .failed(let underlying):
            let failure = Failure(type: .ofTransfer(underlying), response: head, underlying: underlying)
            guard failure.type != .canceled else {
                pipeline.cancel(attempt: token, .connector)
                return nil
            }
            return await fail(token, record(failure, request), failure)
        case .dropped:
            pipeline.cancel(attempt: token, .reader)
            return nil
        case .stopped:
            return nil
        }
    }

    /// The response is refused: the beginning of its body is collected, so that the error has it.
    private func refuse(
        _ token: Token, _ failure: Failure, _ stream: ResponseStream, _ relay: StreamRelay,
        _ request: Request, _ meter: ProgressMeter?
    ) async -> GenerationEnd? {
        relay.abandon()
        relay.settle(pipeline.canceledError())
        guard let response = await beginning(of: stream, token, meter) else { return nil }
        var failure = failure
        failure.response = response
        return await recoverOrFail(token, request, failure)
    }

    /// A command took over: the reader of a replaced attempt is told now, that of a cancelled generation after `onEnd`.
    private func leave(_ relay: StreamRelay) {
        relay.abandon()
        let isReplaced = pipeline.state.withLock { state in
            guard case .running = state.lifecycle.phase, !state.lifecycle.isExpiring else { return false }
            return true
        }
        if isReplaced { relay.settle(pipeline.canceledError()) } else { settleLater(relay) }
    }

    /// Has the reader wait until the generation has ended.
    private func settleLater(_ relay: StreamRelay) {
        let other = pipeline.state.withLock { state in
            defer { state.unsettledStream = relay }
            return state.unsettledStream
        }
        if other !== relay { other?.settle(pipeline.canceledError()) }
    }
}
