import AbstractHTTP
import AbstractHTTPCache
public import AbstractHTTPUserMessages

/// Sends the requests of definitions by their names.
///
/// ```swift
/// let api = DefinitionAPI()
/// api.registry.register(TopicEntity.self)
/// try api.store.load(json: rules)
///
/// let topics = try await api.request("TopicListRecommended", as: [TopicEntity].self, parameters: ["page": 1])
/// ```
public final class DefinitionAPI: Sendable {
    /// The models and the serializers that definitions refer to by name.
    public let registry = DefinitionRegistry()
    /// The definitions.
    public let store: DefinitionStore
    /// The stored responses of definitions with a cache mode or an offline policy.
    public let cache: HTTPCache
    /// The load messages of running requests.
    public let messages: LoadMessages
    let controls: BoundControls
    let settings: APISettings
    let running = RunningTasks()

    /// Creates an API without definitions.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL of definitions without one.
    ///   - config: The config of the connections. Default: the shared config at the start of each request.
    ///   - cache: The cache of the responses. Default: the standard cache, in memory and in a folder.
    ///   - messages: The load messages. Default: a message is shown after 300 ms, for at least 500 ms.
    public init(
        baseURL: String? = nil, config: ConnectionConfig? = nil, cache: HTTPCache = .standard,
        messages: LoadMessages? = nil
    ) {
        let clock = config?.clock ?? ContinuousClock()
        store = DefinitionStore(registry: registry)
        self.cache = cache
        self.messages = messages ?? LoadMessages(clock: clock)
        controls = BoundControls(clock: clock)
        settings = APISettings(baseURL: baseURL, config: config)
    }

    /// The base URL of definitions without one, if the default definition has none either.
    public var baseURL: String? {
        get { settings.baseURL }
        set { settings.baseURL = newValue }
    }

    /// The config of requests that start from now on, with the connector, listeners, recovery policies, and deadlines.
    ///
    /// Setting a single member reads and writes the config in two steps, so changes can be lost if several threads do
    /// that concurrently.
    public var connectionConfig: ConnectionConfig {
        get { settings.config }
        set { settings.config = newValue }
    }

    /// The credentials of definitions that need them. A change applies to the next attempt.
    ///
    /// Setting a single header field or parameter reads and writes all credentials in two steps, so changes can be lost
    /// if several threads do that concurrently.
    public var authorization: DefinitionAuthorization {
        get { store.authorization }
        set { store.authorization = newValue }
    }

    /// How parameters become the fields of URLs, queries, and multipart forms. Default: as browsers send them.
    ///
    /// Setting a single option reads and writes all of them in two steps, so changes can be lost if several threads do
    /// that concurrently.
    public var fieldOptions: FieldOptions {
        get { settings.fieldOptions }
        set { settings.fieldOptions = newValue }
    }

    /// The shared behavior of requests that start from now on. Default: nil.
    public var behavior: (any DefinitionBehavior)? {
        get { settings.behavior }
        set { settings.behavior = newValue }
    }
}
