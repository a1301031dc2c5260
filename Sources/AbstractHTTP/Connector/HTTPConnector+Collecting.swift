import Foundation

extension HTTPConnector {
    /// Sends `request` and collects the body of its response, at most `limit` bytes of it.
    func collect(_ request: Request, limit: Int) async -> Result<Response, ExchangeFailure> {
        switch await open(request) {
        case .success(let stream): await stream.collect(for: request, limit: limit)
        case .failure(let failure): .failure(failure)
        }
    }

    /// Sends `request` and leaves the body of its response to be read.
    func open(_ request: Request) async -> Result<ResponseStream, ExchangeFailure> {
        do {
            return .success(try await execute(request))
        } catch {
            return .failure(ExchangeFailure(type: .network, underlying: error))
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

extension Failure {
    init(_ failure: ExchangeFailure) {
        self.init(type: failure.type, response: failure.response, underlying: failure.underlying)
    }
}
