import Foundation

extension HTTPConnector {
    /// Sends `request` and takes the body of its response as `use` wants it.
    func exchange(
        _ request: Request, _ meter: ProgressMeter?, use: (_ statusCode: Int, _ headers: HTTPHeaders) -> BodyUse
    ) async -> Result<Arrival, ExchangeFailure> {
        let stream: ResponseStream
        do {
            stream = try await execute(request)
        } catch {
            return .failure(ExchangeFailure(type: .network, underlying: error))
        }
        let metered = meter.map { stream.metered(by: $0) } ?? stream
        switch use(stream.statusCode, stream.headers) {
        case .live: return .success(.live(metered))
        case .whole(let limit): return await metered.collect(for: request, limit: limit).map(Arrival.whole)
        case .abridged(let abridgement): return .success(.whole(await metered.abridged(abridgement)))
        }
    }
}

/// What is done with the body of a response.
enum BodyUse {
    /// It is left to be read.
    case live
    /// It is collected, at most so many bytes.
    case whole(limit: Int)
    /// As much as tells a human something.
    case abridged(Abridgement)
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

/// Why no whole response came, with the part that did.
struct ExchangeFailure: Error {
    let type: ConnectionErrorType
    var response: Response?
    let underlying: any Error
}
