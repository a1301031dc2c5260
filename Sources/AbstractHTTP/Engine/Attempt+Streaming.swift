/// Hands over models that are streams while the body arrives.
///
/// onReceived* ▸ isValidResponse ▸ streamParser ▸ onReceivedModel* ▸ onSuccess, waiters resume ▸ the body is read ▸
/// COMMIT ▸ afterSuccess* ▸ onEnd* ▸ the reader sees the end.
extension Attempt {
    /// Makes the relay through which the model reads the body of `stream`. A reader that keeps its stream after the end
    /// does not keep the pipeline.
    func makeRelay(for stream: ResponseStream) throws(Interruption) -> StreamRelay {
        let relay = StreamRelay(
            stream.body, clock: makeStreamClock(),
            canceledError: { [weak pipeline] in pipeline?.canceledError() ?? Pipeline.State().canceledError(nil) },
            onReaderCanceled: { [weak pipeline, token] in pipeline?.cancel(attempt: token, .task) })
        pipeline.state.withLock { $0.generation.attempt.relay = relay }
        // A listener may read the body before it is handed over. A command stops that, too.
        try track(relay)
        return relay
    }

    /// The model of a stream. It holds the only reference to the reader's body, so releasing it ends the reading.
    func makeStreamedModel(of stream: ResponseStream, _ relay: StreamRelay) throws -> ModelBox {
        var live = stream
        live.body = relay.makeBody()
        guard case .stream(let parser) = specs.response.liveReading else { return ModelBox(live, of: live.head()) }
        return try parser(live)
    }

    /// Hands over a stream and waits until it has been read. Returns any other model as it is.
    @inline(__always)
    func deliver(_ model: consuming ModelBox, of response: ReceivedResponse) async throws(Interruption) -> Success {
        guard case .relayed(let stream, let relay) = response.body else {
            return Success(model: model, response: response.head)
        }
        return try await deliverStream(consume model, stream, relay, of: response)
    }

    @inline(never)
    private func deliverStream(
        _ model: consuming ModelBox, _ stream: ResponseStream, _ relay: StreamRelay, of response: ReceivedResponse
    ) async throws(Interruption) -> Success {
        try await handOver(consume model, relay)
        let end = await reporting(response.context) { await relay.end() }
        pipeline.makeReaderWait(of: relay)
        switch end {
        case .finished, .unread:
            return Success(model: nil, response: stream.head())
        case .failed(let failure):
            let error = ConnectionError(
                type: failure.type, request: response.request, response: stream.head(with: failure.data),
                underlying: failure.error)
            throw .failed(AttemptFailure(error: error, isFinal: true))
        case .dropped:
            pipeline.cancel(attempt: token, .reader)
            throw .superseded
        case .stopped:
            throw .superseded
        }
    }

    /// Gives the model to everyone who waits for it.
    private func handOver(_ model: consuming ModelBox, _ relay: StreamRelay) async throws(Interruption) {
        try checkCurrent()
        relay.handOver()
        for turn in generation.setup.completions.turns(for: .success(model)) {
            try await call(turn, with: .success(model)) { addReader() }
            try track(relay)
        }
        let (waiters, sessions) = try takeWaiters()
        for waiter in waiters {
            waiter.promise.fulfill(Pipeline.outcome(.success(model), of: sessions, for: waiter.caller))
        }
    }

    /// Notes that a callback is about to receive the stream. Returns false if the attempt is superseded.
    private func addReader() -> Bool {
        (try? update { $0.generation.attempt.hasReader = true }) != nil
    }

    /// Takes the waiters, with the sessions of the attempt.
    private func takeWaiters() throws(Interruption) -> ([Pipeline.OutcomeWaiter], Sessions?) {
        try update { state in
            defer { state.waiters = [] }
            state.generation.attempt.isHandedOver = true
            return (state.waiters, state.generation.sessions)
        }
    }
}

extension Pipeline {
    /// Abandons the stream of a superseded attempt. The reader of a replaced attempt gets the error immediately. The
    /// reader of a canceled generation gets it after `onEnd`.
    func leaveStream() {
        let (relay, isReplaced) = state.withLock { state -> (StreamRelay?, Bool) in
            guard let relay = state.generation.attempt.relay else { return (nil, false) }
            state.generation.attempt.relay = nil
            guard case .running = state.lifecycle.phase, !state.lifecycle.isExpiring else { return (relay, false) }
            return (relay, true)
        }
        guard let relay else { return }
        relay.abort()
        if isReplaced { relay.setOutcome(canceledError()) } else { makeReaderWait(of: relay) }
    }

    /// Makes the reader wait until the generation ends or another attempt begins.
    func makeReaderWait(of relay: StreamRelay) {
        let other = state.withLock { state in
            defer { state.generation.attempt.waitingStream = relay }
            return state.generation.attempt.waitingStream
        }
        if other !== relay { other?.setOutcome(canceledError()) }
    }
}
