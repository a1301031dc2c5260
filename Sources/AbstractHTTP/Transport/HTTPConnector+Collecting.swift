import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

extension AttemptFailure {
    /// The failure of an exchange. A ``ConnectionError`` keeps its type, its response, and its underlying error.
    init(_ error: any Error, of request: Request, response: Response? = nil) {
        if let error = error as? ConnectionError {
            self.init(
                error: ConnectionError(
                    type: error.type, request: request, response: error.response, failureModel: error.failureModel,
                    underlying: error.underlying))
        } else {
            let cause = (error as? AuthenticationFailure)?.underlying ?? error
            var failure = ConnectionError(
                type: .ofTransfer(error), request: request, response: response, underlying: cause)
            failure.takeAnswer(ofLoginIn: error)
            self.init(error: failure)
        }
    }
}

extension ConnectionErrorType {
    /// The type of an error that a connector, a middleware, or the source of a body throws.
    static func ofTransfer(_ error: any Error) -> Self {
        switch error {
        case let type as Self where type != .canceled: type
        case let error as ConnectionError: error.type
        case let error as any ClassifiedError: error.connectionErrorType
        case is CancellationError: .canceled
        case let error as URLError where error.code == .cancelled: .canceled
        default: .network
        }
    }
}
