import AbstractHTTP

/// A client that ``Service(mock:)`` generates from a protocol.
///
/// ```swift
/// let gitHub = GitHubClient(baseURL: "https://api.github.com") { configuration in
///     configuration.headers["Accept"] = "application/vnd.github.v3+json"
///     configuration.connectionConfig.policies = [Retry()]
/// }
/// ```
public protocol ServiceClient: Sendable {
    /// The settings of calls that start from now on.
    var configuration: ServiceConfiguration { get set }
    /// Creates a client.
    init(configuration: ServiceConfiguration)
}

extension ServiceClient {
    /// Creates a client of the service at `baseURL`. The closure can change the configuration.
    public init(baseURL: String, _ change: (inout ServiceConfiguration) -> Void = { _ in }) {
        var configuration = ServiceConfiguration(baseURL: baseURL)
        change(&configuration)
        self.init(configuration: configuration)
    }
}
