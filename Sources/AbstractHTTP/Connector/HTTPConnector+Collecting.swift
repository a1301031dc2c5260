import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPConnector {
    /// Sends `request` and takes the body of its response as `rule` wants it.
    func exchange(
        _ request: Request, _ meter: ProgressMeter?, _ rule: BodyRule
    ) async -> Result<Arrival, ExchangeFailure> {
        var stream: ResponseStream
        do {
            stream = try await execute(try request.limited(by: rule.config))
        } catch {
            return .failure(ExchangeFailure(error))
        }
        return await stream.taken(by: rule, meter, request)
    }
}

extension LeavableConnector {
    /// The same for a body that is collected, in the task of who runs it: `adopt` is given what leaves the exchange at once, and
    /// returns whether it is wanted still.
    ///
    /// Written out as above: a closure that both hand on would have the task asked for its executor once more for each request.
    func exchange(
        _ request: Request, _ meter: ProgressMeter?, _ rule: BodyRule, _ adopt: (any Abandonable) -> Bool
    ) async -> Result<Arrival, ExchangeFailure> {
        var stream: ResponseStream
        do {
            stream = try await execute(try request.limited(by: rule.config), adopt)
        } catch {
            return .failure(ExchangeFailure(error))
        }
        return await stream.taken(by: rule, meter, request)
    }
}

extension ResponseStream {
    /// The response with its body as `rule` wants it.
    fileprivate mutating func taken(
        by rule: BodyRule, _ meter: ProgressMeter?, _ request: Request
    ) async -> Result<Arrival, ExchangeFailure> {
        // Also where the connector does not tell.
        request.onConnected?()
        config = rule.config
        let stream: ResponseStream
        do {
            stream = try limited(by: rule.config)
        } catch {
            return .failure(ExchangeFailure(type: .ofTransfer(error), response: head(), underlying: error))
        }
        let metered = meter.map { stream.metered(by: $0) } ?? stream
        switch rule.use(of: stream, to: request) {
        case .live: return .success(.live(metered))
        case .whole: return await metered.collect(limit: rule.config.maximumResponseBytes).map(Arrival.whole)
        case .abridged: return .success(.whole(await metered.abridged(Abridgement(rule.config))))
        case .none:
            _ = await stream.abridged(Abridgement(rule.config))
            return .success(.whole(stream.head()))
        }
    }
}

/// What is done with the bodies of responses.
struct BodyRule: Sendable {
    let isLive: Bool
    let redirects: RedirectPolicy
    let config: ConnectionConfig

    enum Use {
        /// It is left to be read.
        case live
        /// It is collected.
        case whole
        /// Its beginning is.
        case abridged
        /// Its end is awaited, behind which the connection is used again.
        case none
    }

    func use(of stream: ResponseStream, to request: Request) -> Use {
        let isRedirect = redirects.isOn && RedirectChain.isRedirect(stream.statusCode, stream.headers)
        if isLive, !isRedirect { return .live }
        if request.method == .head { return .none }
        // A decision may take a redirect as the response.
        return isRedirect && redirects.decision == nil ? .abridged : .whole
    }
}

/// What came of a request.
enum Arrival: Sendable {
    /// A response with its whole body.
    case whole(Response)
    /// A response whose body is still to be read.
    case live(ResponseStream)

    /// The status code of the response.
    var statusCode: Int {
        switch self {
        case .whole(let response): response.statusCode
        case .live(let stream): stream.statusCode
        }
    }

    /// As a response whose body is read.
    var stream: ResponseStream {
        switch self {
        case .whole(let response): ResponseStream(response)
        case .live(let stream): stream
        }
    }
}

/// Why there is no complete response, with the part that arrived.
struct ExchangeFailure: Error {
    let type: ConnectionErrorType
    var response: Response?
    var failureModel: (any Sendable)?
    let underlying: (any Error)?
}

extension ExchangeFailure {
    /// An error of a connector or a middleware. A ``ConnectionError`` keeps what it says.
    fileprivate init(_ error: any Error) {
        switch error {
        case let failure as Self: self = failure
        case let error as ConnectionError:
            self.init(
                type: error.type, response: error.response, failureModel: error.failureModel,
                underlying: error.underlying)
        default: self.init(type: .ofTransfer(error), underlying: error)
        }
    }
}

extension ConnectionErrorType {
    /// The type of an error that a connector, a middleware, or the source of a body throws.
    static func ofTransfer(_ error: any Error) -> Self {
        switch error {
        case let type as Self where type != .canceled: type
        case let error as ConnectionError: error.type
        case is BodyTooLarge: .bodyTooLarge
        case let error as InvalidRequest: error.type
        case is CancellationError: .canceled
        case let error as URLError where error.code == .cancelled: .canceled
        default: .network
        }
    }
}
