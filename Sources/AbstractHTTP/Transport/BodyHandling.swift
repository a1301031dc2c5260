/// How response bodies are handled.
struct BodyHandling: Sendable {
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
