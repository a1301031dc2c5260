import Foundation

/// Turns the response into a model.
extension Attempt {
    /// onReceived*
    @inline(__always)
    func acceptResponse(_ response: ReceivedResponse) async throws(Interruption) {
        if !listeners.response.isEmpty { try await askAboutResponse(response) }
    }

    @inline(never)
    private func askAboutResponse(_ response: ReceivedResponse) async throws(Interruption) {
        for listener in listeners.response {
            try checkCurrent()
            guard await listener.onReceived(connection: connection, response: response.head) else {
                throw .rejected(response, .invalidResponse)
            }
        }
        try checkCurrent()
    }

    /// isValidResponse. Returns nil for a valid response. For an invalid one, returns the model of a fallback.
    @inline(__always)
    func validate(_ response: ReceivedResponse) async throws(Interruption) -> ModelBox? {
        let head = response.head
        guard let invalidity = specs.response.invalidity(of: head) else { return nil }
        return try await substitute(for: response, head, invalidity)
    }

    @inline(never)
    private func substitute(
        for response: ReceivedResponse, _ head: Response, _ invalidity: Invalidity
    ) async throws(Interruption) -> ModelBox {
        do {
            if !pipeline.isLive, let model = try fallbackModel(of: head) { return model }
        } catch {
            throw .rejected(response, .ofParsing(error), because: error)
        }
        throw .rejected(response, .invalidResponse, because: invalidity.reason)
    }

    /// The model of the first fallback that returns one.
    private func fallbackModel(of response: Response) throws -> ModelBox? {
        for fallback in pipeline.config.fallbacks {
            if let model = try specs.response.model(of: response, by: fallback) { return model }
        }
        return nil
    }

    /// willDecode* ▸ parseResponse ▸ didDecode*
    ///
    /// If the spec reads the body itself, this returns after the body has been read.
    @inline(never)
    func parse(_ response: inout ReceivedResponse) async throws(Interruption) -> ModelBox {
        try await observe { observer in
            await observer.willDecode(connection: connection, response: response.head)
        }
        let model = try await makeModel(of: response)
        if case .live(let stream) = response.body { response.body = .whole(stream.head()) }
        try await observe { observer in
            await observer.didDecode(connection: connection, response: response.head, responseModel: model.value)
        }
        return model
    }

    @inline(__always)
    private func makeModel(of response: ReceivedResponse) async throws(Interruption) -> ModelBox {
        switch response.body {
        case .whole(let whole): return try parsing(response) { try specs.response.model(of: whole) }
        case .relayed(let stream, let relay): return try parsing(response) { try makeStreamedModel(of: stream, relay) }
        case .live(let stream): return try await readModel(of: response, stream)
        }
    }

    @inline(__always)
    private func parsing(
        _ response: ReceivedResponse, _ parse: () throws -> ModelBox
    ) throws(Interruption) -> ModelBox {
        do {
            return try parse()
        } catch {
            throw .rejected(response, .ofParsing(error), because: error)
        }
    }

    /// Lets the spec read the body itself.
    @inline(never)
    private func readModel(
        of response: ReceivedResponse, _ body: ResponseStream
    ) async throws(Interruption) -> ModelBox {
        guard case .body(let reader) = specs.response.liveReading else {
            let whole = try await collect(body, of: response)
            return try parsing(response) { try specs.response.model(of: whole) }
        }
        var stream = body
        let source = ErrorCapturingSource(stream.body.makeSource()) { [pipeline, token] in
            pipeline.state.withLock { $0.lifecycle.isRunning(token) }
        }
        stream.body = ResponseBody(source)
        let result = try await reporting(response.context) { () throws(Interruption) in
            try await calling { [stream] in await Result(of: { try await reader(stream) }) }
        }
        stopAttemptClock()
        switch result {
        case .success(let model): return model
        case .failure(let error):
            let type = source.failure.map(ConnectionErrorType.ofTransfer) ?? .ofReading(error)
            throw .failed(type, response.request, response: stream.head(), because: source.failure ?? error)
        }
    }

    /// onReceivedModel*
    @inline(__always)
    func acceptModel(_ model: ModelBox, of response: ReceivedResponse) async throws(Interruption) {
        if !listeners.response.isEmpty { try await askAboutModel(model, of: response) }
    }

    @inline(never)
    private func askAboutModel(_ model: ModelBox, of response: ReceivedResponse) async throws(Interruption) {
        for listener in listeners.response {
            try checkCurrent()
            guard await listener.onReceivedModel(connection: connection, responseModel: model.value) else {
                throw .rejected(response, .validation, model: model)
            }
        }
    }

    /// The response that was rejected, with the beginning of a body that has not been read yet.
    func beginning(of response: ReceivedResponse) async throws(Interruption) -> Response {
        if let whole = response.whole { return whole }
        if case .relayed(_, let relay) = response.body {
            relay.abort()
            relay.setOutcome(pipeline.canceledError())
        }
        let (stream, limit) = (response.stream, TruncationLimit(pipeline.config))
        return try await reporting(response.context) { () throws(Interruption) in
            try await awaiting { await stream.truncated(limit) }
        }
    }
}

private struct Invalidity {
    let reason: (any Error)?
}

extension ResponseSpec {
    /// Why the response is invalid, or nil if it is valid.
    fileprivate func invalidity(of response: Response) -> Invalidity? {
        do {
            try validate(response: response)
            return nil
        } catch {
            let saysNoMore = error as? ConnectionErrorType == .invalidResponse
            return Invalidity(reason: saysNoMore ? nil : error)
        }
    }
}

extension ConnectionErrorType {
    /// The type of an error thrown while parsing: parse, unless the error says that the response or model is invalid.
    static func ofParsing(_ error: any Error) -> Self {
        switch error as? ConnectionErrorType {
        case .invalidResponse: .invalidResponse
        case .validation: .validation
        default: .parse
        }
    }

    /// The type of an error thrown by a body reader, which may write to a file.
    fileprivate static func ofReading(_ error: any Error) -> Self {
        let isOfFile = error is POSIXError || (error as? CocoaError)?.isFileError == true
        return isOfFile ? .fileSystem : .ofParsing(error)
    }
}
