import AbstractHTTP
import Foundation

/// What the calls of a client have in common.
public struct ServiceConfiguration: Sendable {
    /// The URL on which paths stand, with one slash between them.
    public var baseURL: String
    /// Header fields of requests to the server of ``baseURL``, and to `ConnectionConfig.credentialOrigins`. Those of a
    /// function win. Default: none.
    public var headers: [String: String] = [:]
    /// Writes bodies, but for those that go as they are. Default: as JSON.
    public var encoder: any ContentEncoder = .json
    /// Reads models. Default: nil, what the config of the connections says, which is by media type, and JSON where that
    /// is not known.
    public var decoder: (any ContentDecoder)?
    /// How parameters become the fields of queries and forms. Default: as a browser sends them.
    public var fieldOptions = FieldOptions()
    /// What is made of the response of a failed call: it is the `ConnectionError.failureModel`. Default: nil, nothing.
    public var failureModel: (any (Decodable & Sendable).Type)?
    /// Where downloads get a folder each. Default: that of the system for temporary files.
    public var downloadFolder = URL.temporaryDirectory
    /// Where callbacks are called that are on no actor. Default: the main queue.
    ///
    /// A server whose main actor does other things has a queue of its own.
    public var callbackQueue = DispatchQueue.main
    /// What carries and bounds the connections: the connector, listeners, recovery, deadlines. Default: that which is
    /// shared when a call begins.
    public var connectionConfig: ConnectionConfig {
        get { ownConfig ?? .shared }
        set { ownConfig = newValue }
    }

    private var ownConfig: ConnectionConfig?
    /// For the calls that have a number of attempts of their own, and no policy of the config whose budget they could
    /// share.
    let retryBudget = RetryBudget()

    /// Makes a configuration.
    public init(baseURL: String) {
        self.baseURL = baseURL
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
