/// How response bodies are handled.
package struct BodyHandling: Sendable {
    let isLive: Bool
    let redirects: RedirectPolicy
    let config: ConnectionConfig
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
