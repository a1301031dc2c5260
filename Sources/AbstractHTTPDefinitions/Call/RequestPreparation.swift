import AbstractHTTP

/// Applies the delay and the customization of a context before a request is sent.
struct RequestPreparation: RequestAdapter {
    let delay: Duration?
    let customization: (@Sendable (inout Request) throws -> Void)?

    /// Returns nil if the context has neither a delay nor a customization.
    init?(_ context: RequestContext) {
        guard context.debugDelayRequestSend != nil || context.requestCustomization != nil else { return nil }
        (delay, customization) = (context.debugDelayRequestSend, context.requestCustomization)
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        if let delay { try await connection.config.clock.sleep(for: delay) }
        var request = request
        try customization?(&request)
        return request
    }
}

/// Fails every request instead of sending it. It comes after the cache, like a connector.
final class DebugFailing: LastMiddleware {
    static let place = MiddlewarePlace.failing

    private let code: Int

    init(code: Int) {
        self.code = code
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        throw DefinitionError.debug(code: code)
    }
}
