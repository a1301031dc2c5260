import AbstractHTTP

/// Where requests are sent, and how.
///
/// ```swift
/// BaseConfiguration.shared.baseURLString = "https://api.example.com"
///
/// let request = GetMyExampleRequest()
/// request.configuration.encoder = .json
/// ```
public struct BaseConfiguration: Sendable {
    /// What requests begin with that are made from now on. It may be read and set from any thread; of two threads that
    /// change a part of it at once, one may undo what the other did.
    public static var shared: BaseConfiguration {
        get { (scoped ?? sharedConfiguration).withLock { $0 } }
        set {
            // What was there before is released when the lock is left.
            var configuration = newValue
            (scoped ?? sharedConfiguration).withLock { swap(&$0, &configuration) }
        }
    }

    /// Runs `operation` with a shared configuration of its own, which begins as a copy: what is changed in it, nobody
    /// else sees.
    ///
    /// Tests that run side by side have one each. It holds for the task and the tasks that are made there; not for a
    /// detached task or a queue.
    public static func scope<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await $scoped.withValue(LockedValue(shared)) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static let sharedConfiguration = LockedValue(BaseConfiguration())
    @TaskLocal private static var scoped: LockedValue<BaseConfiguration>?

    /// What the URI of a request is put after, with one slash between them. Default: empty, which is an error when a
    /// request is sent.
    public var baseURLString = ""
    /// Header fields. Default: none.
    public var headers: [String: String] = [:]
    /// Writes the content. Default: nil, ``encoderStrategy`` chooses.
    public var encoder: (any ContentEncoder)? {
        didSet { if encoder != nil { encoderStrategy = nil } }
    }
    /// Chooses what writes the content of a request; setting it takes ``encoder`` back, and the other way round.
    /// Default: nil. Then bytes and files that are the whole content go as they are, and for everything else
    /// `ConnectionConfig.encoderStrategy` chooses: the query for GET, HEAD and DELETE, JSON otherwise.
    public var encoderStrategy: (@Sendable (any IDLRequest) -> any ContentEncoder)? {
        didSet { if encoderStrategy != nil { encoder = nil } }
    }
    /// Reads the content of a response. Default: nil, `ConnectionConfig.contentDecoder` does.
    public var decoder: (any ContentDecoder)?
    /// How dates are written and read. Default: nil, as the encoder writes them, and ISO 8601 in responses.
    public var dates: DateCodingStrategy?

    /// Makes a configuration.
    public init() {}

    /// Adds header fields; those of the same name, in whatever letters, are replaced.
    public mutating func append(headers: [String: String]) {
        let names = Set(headers.keys.map { $0.lowercased() })
        self.headers = self.headers.filter { !names.contains($0.key.lowercased()) }.merging(headers) { _, new in new }
    }
}

extension BaseConfiguration {
    /// The URL of a URI.
    func url(of uri: String) throws -> String {
        guard !baseURLString.isEmpty else { throw InvalidRequest.missingBase(uri) }
        guard baseURLString.hasAuthority else { throw InvalidRequest.relativeURL(baseURLString) }
        return baseURLString.appendingURLPath(uri)
    }

    /// What writes the content of a request; nil for what the config of the connection says.
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
