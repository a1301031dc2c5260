import Foundation

extension HTTPConnector {
    /// Sends `request` and collects the body of its response, at most `limit` bytes of it; a body that `isLive` says of is
    /// left to be read.
    func exchange(
        _ request: Request, limit: Int, _ meter: ProgressMeter?,
        isLive: (_ statusCode: Int, _ headers: HTTPHeaders) -> Bool
    ) async -> Result<Arrival, ExchangeFailure> {
        let stream: ResponseStream
        do {
            stream = try await execute(request)
        } catch {
            return .failure(ExchangeFailure(type: .network, underlying: error))
        }
        if isLive(stream.statusCode, stream.headers) { return .success(.live(stream)) }
        let metered = meter.map { stream.metered(by: $0) } ?? stream
        return await metered.collect(for: request, limit: limit).map(Arrival.whole)
    }
}

/// What came of a request.
enum Arrival: Sendable {
    /// A response with its whole body.
    case whole(Response)
    /// A response whose body is still to be read.
    case live(ResponseStream)

    /// As a response whose body is read.
    var stream: ResponseStream {
        switch self {
        case .whole(let response): ResponseStream(response)
        case .live(let stream): stream
        }
    }
}

extension ResponseStream {
    /// The response with its whole body; without one when it answers HEAD.
    func collect(for request: Request, limit: Int) async -> Result<Response, ExchangeFailure> {
        var data = Data()
        guard request.method != .head else { return .success(head()) }
        do {
            try await body.collect(into: &data, limit: limit)
            return .success(head(with: data))
        } catch {
            let type = error is BodyTooLarge ? ConnectionErrorType.bodyTooLarge : .network
            return .failure(ExchangeFailure(type: type, response: head(with: data), underlying: error))
        }
    }
}

/// Why no whole response came, with the part that did.
struct ExchangeFailure: Error {
    let type: ConnectionErrorType
    var response: Response?
    let underlying: any Error
}
