import AbstractHTTP

/// The settings of requests: the base URL, header fields, encoders, and decoders.
///
/// ```swift
/// BaseConfiguration.shared.baseURLString = "https://api.example.com"
///
/// let request = GetMyExampleRequest()
/// request.configuration.encoder = .json
/// ```
public struct BaseConfiguration: Sendable {
    /// The initial configuration of requests that are created from now on. You can read and set it from any thread. If
    /// two threads change a part of it at the same time, one change can be lost.
    public static var shared: BaseConfiguration {
        get { ofProcess.current.withLock { $0 } }
        set {
            // Release the previous configuration outside the lock.
            var configuration = newValue
            ofProcess.current.withLock { swap(&$0, &configuration) }
        }
    }

    /// Runs `operation` with its own copy of the shared configuration. Changes inside it do not affect other code.
    ///
    /// Use a scope for each of several tests that run at the same time. The scope applies to the task and the tasks
    /// that it creates, but not to detached tasks or queues.
    public static func scope<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value { try await ofProcess.scope(operation) }

    private static let ofProcess = ScopedValue(BaseConfiguration())

    /// The base URL, the header fields, and the decoder.
    private(set) var defaults = RequestDefaults()

    /// The base URL, which comes before the URI of a request with one slash between the two. Default: empty, which is
    /// an error when a request is sent.
    public var baseURLString: String {
        get { defaults.baseURL ?? "" }
        set { defaults.baseURL = newValue }
    }
    /// The header fields. Default: none.
    public var headers: [String: String] {
        get { defaults.headerDictionary }
        set { defaults.headerDictionary = newValue }
    }
    /// The encoder of content. Default: nil, so that ``encoderStrategy`` chooses it.
    public var encoder: (any ContentEncoder)? {
        didSet { if encoder != nil { encoderStrategy = nil } }
    }
    /// Chooses the encoder of a request's content. Setting it resets ``encoder``, and setting ``encoder`` resets it.
    /// Default: nil. Bytes and files that are the whole content are then sent without encoding. For all other content,
    /// `ConnectionConfig.encoderStrategy` chooses, which uses the query for GET, HEAD, and DELETE, and JSON for other
    /// methods.
    public var encoderStrategy: (@Sendable (any IDLRequest) -> any ContentEncoder)? {
        didSet { if encoderStrategy != nil { encoder = nil } }
    }
    /// The decoder of responses. Default: nil, which uses `ConnectionConfig.contentDecoder`.
    public var decoder: (any ContentDecoder)? {
        get { defaults.decoder }
        set { defaults.decoder = newValue }
    }
    /// The format of dates. Default: nil. The encoder then decides for requests, and responses have ISO 8601 dates.
    public var dates: DateCodingStrategy?

    /// The credentials of requests that a generated client sends. Default: nil, so that no request needs any.
    public var credentials: ClientCredentials?

    /// Creates a configuration.
    public init() {}

    /// Adds header fields, which replace those with the same names. Names are not case-sensitive.
    public mutating func append(headers: [String: String]) {
        let names = Set(headers.keys.map { $0.lowercased() })
        self.headers = self.headers.filter { !names.contains($0.key.lowercased()) }.merging(headers) { _, new in new }
    }
}

extension BaseConfiguration {
    /// Returns the encoder of a request's content, or nil for that of the connection's config.
    func encoder(of request: some IDLRequest, _ content: RequestContent?) -> (any ContentEncoder)? {
        if let encoder { return encoder }
        if let encoderStrategy { return encoderStrategy(request) }
        return switch content {
        case .data, .file: .binary
        default: nil
        }
    }
}

extension BaseConfiguration: CustomReflectable {
    /// The base URL and the names of the header fields, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["baseURLString": baseURLString.withoutSecrets as Any, "headers": headers.keys.sorted()],
            displayStyle: .struct)
    }
}
