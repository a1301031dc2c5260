/// How response bodies are handled.
package struct BodyHandling: Sendable {
    let isLive: Bool
    let redirects: RedirectPolicy
    package let config: ConnectionConfig
    /// The decoder of the spec, or of the config.
    let decoder: SharedDecoder

    enum Use {
        /// The body is left for a reader.
        case live
        /// The whole body is collected.
        case whole
        /// The beginning of the body is collected.
        case truncated
        /// The end of the body is awaited, so that the connection can be reused.
        case none
    }

    func use(of stream: ResponseStream, to request: Request) -> Use {
        let isRedirect = redirects.isOn && RedirectChain.isRedirect(stream.statusCode, stream.headers)
        if isLive, !isRedirect { return .live }
        if request.method == .head { return .none }
        // The decision of the policy may use a redirect as the response.
        return isRedirect && redirects.decision == nil ? .truncated : .whole
    }
}

extension BodyHandling {
    /// The handling outside of a pipeline: bodies are collected, except for those of redirects.
    package static var ofWholeBodies: Self {
        Self(
            isLive: false, redirects: .follow, config: ConnectionConfig(),
            decoder: SharedDecoder(MediaTypeDecoder.standard))
    }

    /// The response with its body, or with the part that the pipeline would read of a body that it does not need.
    package func collected(
        _ stream: ResponseStream, of request: Request
    ) async throws(ConnectionError) -> Response {
        var stream = stream
        stream.sharedDecoder = decoder
        switch use(of: stream, to: request) {
        case .live, .whole: return try await stream.collected(limit: config.maximumResponseBytes, for: request)
        case .truncated: return await stream.truncated(.ofRedirect(config))
        case .none:
            _ = await stream.truncated(TruncationLimit(config))
            return stream.head()
        }
    }
}

extension HTTPConnector {
    /// Sends `request` and handles the body of its response according to `handling`.
    func exchange(
        _ request: Request, _ context: ExchangeContext, _ handling: BodyHandling
    ) async -> Result<ReceivedResponse.Body, AttemptFailure> {
        var stream: ResponseStream
        do {
            stream = try await execute(try request.limited(by: handling.config), in: context)
        } catch {
            return .failure(AttemptFailure(error, of: request))
        }
        return await stream.taken(by: handling, context, request)
    }
}

extension AbortableConnector {
    /// Does the same in the task of the caller, for a body that is collected.
    ///
    /// This is written out, because a shared function with a closure would look up the executor of the task once more
    /// for each request.
    ///
    /// - Parameter track: Receives the object that aborts the exchange. Returns whether the exchange is still wanted.
    func exchange(
        _ request: Request, _ context: ExchangeContext, _ handling: BodyHandling, _ track: (any Abortable) -> Bool
    ) async -> Result<ReceivedResponse.Body, AttemptFailure> {
        var work: (any Abortable)?
        var stream: ResponseStream
        do {
            stream = try await execute(try request.limited(by: handling.config), in: context) { exchange in
                work = exchange
                return track(exchange)
            }
        } catch {
            return .failure(AttemptFailure(error, of: request))
        }
        let result = await stream.taken(by: handling, context, request)
        guard stream.body.data == nil else { return result }
        switch handling.use(of: stream, to: request) {
        // The body ignores the cancel of its reader, so a part that was left would stay open.
        case .truncated, .none: work?.abort()
        case .live, .whole: break
        }
        return result
    }
}

extension ResponseStream {
    /// The response with its body handled according to `handling`.
    mutating func taken(
        by handling: BodyHandling, _ context: ExchangeContext, _ request: Request
    ) async -> Result<ReceivedResponse.Body, AttemptFailure> {
        context.didConnect()
        sharedDecoder = handling.decoder
        if lazyURL == nil { lazyURL = request.lazyURL }
        let stream: ResponseStream
        do {
            stream = try limited(by: handling.config, for: request)
        } catch {
            return .failure(AttemptFailure(error, of: request, response: head()))
        }
        let metered = context.meter.map { stream.metered(by: $0) } ?? stream
        switch handling.use(of: stream, to: request) {
        case .live: return .success(.live(metered))
        case .whole:
            let limit = handling.config.maximumResponseBytes
            if let data = metered.body.data, data.count <= limit { return .success(.whole(metered.head(with: data))) }
            return await metered.collect(limit: limit, for: request).map { .whole($0) }
        case .truncated: return .success(.whole(await metered.truncated(.ofRedirect(handling.config))))
        case .none:
            _ = await stream.truncated(TruncationLimit(handling.config))
            return .success(.whole(stream.head()))
        }
    }
}
