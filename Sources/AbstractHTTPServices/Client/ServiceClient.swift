import AbstractHTTP

/// A client that ``Service(mock:)`` makes of a protocol.
///
/// ```swift
/// let gitHub = GitHubClient(baseURL: "https://api.github.com") { configuration in
///     configuration.headers["Accept"] = "application/vnd.github.v3+json"
///     configuration.connectionConfig.recoveries = [Retry()]
/// }
/// ```
public protocol ServiceClient: Sendable {
    /// What the calls that begin from now on have in common.
    var configuration: ServiceConfiguration { get set }
    /// Makes a client.
    init(configuration: ServiceConfiguration)
}

extension ServiceClient {
    /// Makes a client of the service at `baseURL`, with a configuration that `change` may change.
    public init(baseURL: String, _ change: (inout ServiceConfiguration) -> Void = { _ in }) {
        var configuration = ServiceConfiguration(baseURL: baseURL)
        change(&configuration)
        self.init(configuration: configuration)
    }
}
