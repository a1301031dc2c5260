import AbstractHTTP
import Foundation

/// The settings of a client's calls.
///
/// ```swift
/// let gitHub = GitHubClient(baseURL: "https://api.github.com") { configuration in
///     configuration.failureModel = APIFailure.self
/// }
/// ```
public struct ServiceConfiguration: Sendable {
    /// The base URL, which comes before the paths of calls with one slash between the two.
    public var baseURL: String {
        get { defaults.baseURL ?? "" }
        set { defaults.baseURL = newValue }
    }
    /// Header fields of requests to the server of ``baseURL`` and to `ConnectionConfig.credentialOrigins`. Fields of a
    /// function take precedence. Default: none.
    public var headers: [String: String] {
        get { defaults.headerDictionary }
        set { defaults.headerDictionary = newValue }
    }
    /// The encoder of bodies, except for those that are sent without encoding. Default: JSON.
    public var encoder: any ContentEncoder {
        get { defaults.encoderStrategy?(.post) ?? .json }
        set { defaults.encoderStrategy = { _ in newValue } }
    }
    /// The decoder of models. If it is nil (the default), the config chooses a decoder by media type, and JSON for
    /// unknown types.
    public var decoder: (any ContentDecoder)? {
        get { defaults.decoder }
        set { defaults.decoder = newValue }
    }
    /// How parameters become the fields of queries and forms. Default: as browsers send them.
    public var fieldOptions = FieldOptions()
    /// The type of error bodies, which are decoded as the `ConnectionError.failureModel`. Default: nil.
    public var failureModel: (any (Decodable & Sendable).Type)?
    /// The folder in which each download gets its own folder. Default: the temporary folder of the system.
    public var downloadFolder = URL.temporaryDirectory
    /// The queue of callbacks that are not on an actor. Default: the main queue.
    ///
    /// On servers, set your own queue.
    public var callbackQueue = DispatchQueue.main
    /// The config of the connections, with the connector, listeners, recovery policies, and deadlines. Default: the
    /// shared config at the start of each call.
    public var connectionConfig: ConnectionConfig {
        get { ownConfig ?? .shared }
        set { ownConfig = newValue }
    }

    private(set) var defaults: RequestDefaults
    private var ownConfig: ConnectionConfig?
    /// The budget of calls that set the number of attempts, if the config has no `Retry` whose budget they could share.
    let retryBudget = RetryBudget()

    /// Creates a configuration.
    public init(baseURL: String) {
        defaults = RequestDefaults(baseURL: baseURL)
    }
}

extension ServiceConfiguration: CustomReflectable {
    /// The base URL and the names of the header fields, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["baseURL": baseURL.withoutSecrets as Any, "headers": headers.keys.sorted()],
            displayStyle: .struct)
    }
}
