import AbstractHTTP

/// Nothing, as the input or the output of an endpoint: no content is sent, or whatever comes back is ignored.
///
/// ```swift
/// let ping = GET<None, None>("v1/ping")
/// try await ping()
/// ```
public struct None: Codable, Hashable, Sendable {
    /// The one value.
    public init() {}
}

extension None: ResponseInitializable {
    package init(response: Response, _ decoder: any ContentDecoder) {
        self.init()
    }
}
