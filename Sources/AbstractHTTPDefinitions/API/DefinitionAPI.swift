import AbstractHTTP

/// Makes requests of definitions, by their names.
///
/// ```swift
/// let api = DefinitionAPI()
/// api.registry.register(TopicEntity.self)
/// try api.store.load(json: rules)
///
/// let topics = try await api.request("TopicListRecommended", as: [TopicEntity].self, parameters: ["page": 1])
/// ```
public final class DefinitionAPI: Sendable {
    /// The models and the serializers, by their names.
    public let registry = DefinitionRegistry()
    /// The definitions, by their names.
    public let store: DefinitionStore
    /// The responses that are kept, of definitions with a cache or an offline policy.
    public let cache: ResponseStore
    /// The messages of the requests that run.
    public let messages: LoadMessages
    let controls: BoundControls
    let settings: APISettings
    let running = RunningTasks()

    /// Makes an API without definitions.
    ///
    /// - Parameters:
    ///   - baseURL: The base of definitions that have none.
    ///   - config: What carries and bounds the connections. Default: that which is shared when a request begins.
    ///   - cache: Keeps responses. Default: the one of the process, in memory and in a folder.
    ///   - messages: Shows messages. Default: after 300 ms, for 500 ms at least, by the clock of the config.
    public init(
        baseURL: String? = nil, config: ConnectionConfig? = nil, cache: ResponseStore = .standard,
        messages: LoadMessages? = nil
    ) {
        let clock = config?.clock ?? ContinuousClock()
        store = DefinitionStore(registry: registry)
        self.cache = cache
        self.messages = messages ?? LoadMessages(clock: clock)
        controls = BoundControls(clock: clock)
        settings = APISettings(baseURL: baseURL, config: config)
    }

    /// The base of definitions that have none, and take none from the default.
    public var baseURL: String? {
        get { settings.baseURL }
        set { settings.baseURL = newValue }
    }

    /// What carries and bounds the requests that begin from now on: the connector, listeners, recovery, deadlines.
    public var connectionConfig: ConnectionConfig {
        get { settings.config }
        set { settings.config = newValue }
    }

    /// The credentials of definitions that need them, put into each attempt from now on.
    public var authorization: DefinitionAuthorization {
        get { store.authorization }
        set { store.authorization = newValue }
    }

    /// How parameters become the fields of URLs, queries and multipart forms. Default: as a browser sends them.
    public var fieldOptions: FieldOptions {
        get { settings.fieldOptions }
        set { settings.fieldOptions = newValue }
    }

    /// What the requests that begin from now on have in common. Default: nil, nothing.
    public var behavior: (any DefinitionBehavior)? {
        get { settings.behavior }
        set { settings.behavior = newValue }
    }
}
