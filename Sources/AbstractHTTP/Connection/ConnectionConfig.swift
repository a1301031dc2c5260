import Foundation

/// How connections are carried and bounded: a value, set up once and given to each connection.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.connector = MyConnector()
/// let connection = Connection(spec, config: config)
/// ```
public struct ConnectionConfig: Sendable {
    /// The config of connections that are given none. Set it at launch; a connection copies it when it is made.
    public static var shared: ConnectionConfig {
        get { ofProcess.withLock { $0 } }
        set { ofProcess.change { $0 = newValue } }
    }

    private static let ofProcess = LockedValue(ConnectionConfig())

    private struct Storage: Sendable {
        var baseURL: String?
        var headers: HTTPHeaders = [:]
        var credentialOrigins: [String] = []
        var connector: any HTTPConnector { didSet { abortable = connector as? any AbortableConnector } }
        /// Kept, since each request asks for it, and a cast takes longer than all else that is asked of a config.
        var abortable: (any AbortableConnector)?
        var urlEncoder: any URLEncoder
        var encoderStrategy: @Sendable (HTTPMethod) -> any ContentEncoder
        var contentDecoder: any ContentDecoder
        var clock: any Clock<Duration>
        var date: @Sendable () -> Date = { Date() }
        var random: RandomSource = RandomSource.system
        var deadlines: Deadlines = Deadlines()
        var recoveries: [any RecoveryPolicy]
        var maximumResponseBytes: Int
        var limits: TransferLimits
        var redirects: RedirectPolicy
        var holder: ConnectionHolder?
        var logger: ConnectionLogger?
        var middleware: [any HTTPMiddleware] = []
        var fallbacks: [any ModelFallback] = []
        var listeners: Listeners = Listeners()
    }

    private var storage: CopyOnWrite<Storage>
    /// Beside the storage, because to copy that for each request would cost more.
    private(set) var frontEnd: (@Sendable () -> FrontEnd)?

    /// The connector, when its exchanges can be left.
    var abortableConnector: (any AbortableConnector)? { storage.value.abortable }

    /// The absolute URL on which paths stand that specs give as their ``RequestSpec/url``, with one slash between the
    /// two. Absolute URLs stay as they are. Default: nil, specs give absolute URLs.
    ///
    /// ```swift
    /// config.baseURL = "https://api.example.com/v1"    // "/users/7" → https://api.example.com/v1/users/7
    /// ```
    public var baseURL: String? {
        get { storage.value.baseURL ?? frontEnd?().baseURL }
        set { storage.value.baseURL = newValue }
    }

    /// Header fields of every request to the server of ``baseURL``, and to ``credentialOrigins``. A field of the spec
    /// wins. Default: none.
    ///
    /// Other servers do not get them, and a redirect to another server drops them. If there is neither a base URL nor
    /// a list of origins, a request ends with ``InvalidRequest/missingOrigins``.
    public var headers: HTTPHeaders {
        get { storage.value.headers }
        set { storage.value.headers = newValue }
    }

    /// Whether there may be a base URL. Cheaper than ``baseURL``, because it does not ask the front end.
    var mayHaveBaseURL: Bool { storage.value.baseURL != nil || frontEnd != nil }

    /// Whether there are default header fields.
    var hasHeaders: Bool { !storage.value.headers.isEmpty }

    /// Returns this config for a request of a front end, which has its own base URL and header fields.
    ///
    /// - Parameter frontEnd: Asked whenever that is needed, because both may change between attempts.
    package func forFrontEnd(_ frontEnd: @escaping @Sendable () -> FrontEnd) -> Self {
        var config = self
        config.frontEnd = frontEnd
        return config
    }

    /// Absolute URLs of other servers than that of ``baseURL`` that get ``headers`` and the credentials of policies,
    /// such as ``TokenRefresh``. Only the scheme, the host, and the port count. Default: none.
    public var credentialOrigins: [String] {
        get { storage.value.credentialOrigins }
        set { storage.value.credentialOrigins = newValue }
    }

    /// Carries the requests. Default: one ``DefaultHTTPConnector`` for the process.
    public var connector: any HTTPConnector {
        _read { yield storage.value.connector }
        _modify { yield &storage.value.connector }
    }

    /// Escapes keys and values of a spec's query. Default: ``DefaultURLEncoder``.
    public var urlEncoder: any URLEncoder {
        _read { yield storage.value.urlEncoder }
        _modify { yield &storage.value.urlEncoder }
    }

    /// Chooses what writes the ``RequestSpec/content`` of specs that name no encoder. Default: ``QueryContentEncoder``
    /// for GET, HEAD and DELETE, ``JSONContentEncoder`` for every other method.
    public var encoderStrategy: @Sendable (HTTPMethod) -> any ContentEncoder {
        _read { yield storage.value.encoderStrategy }
        _modify { yield &storage.value.encoderStrategy }
    }

    /// Decodes models that are `Decodable`, of specs that name no decoder. Default: ``MediaTypeDecoder``, by media
    /// type.
    public var contentDecoder: any ContentDecoder {
        _read { yield storage.value.contentDecoder }
        _modify { yield &storage.value.contentDecoder }
    }

    /// Measures deadlines and waits between attempts. Default: the continuous clock.
    public var clock: any Clock<Duration> {
        _read { yield storage.value.clock }
        _modify { yield &storage.value.clock }
    }

    /// The time of day, with which dates that a server tells are compared. Default: that of the system.
    public var date: @Sendable () -> Date {
        _read { yield storage.value.date }
        _modify { yield &storage.value.date }
    }

    /// Where random waits come from, and idempotency keys. Default: the generator of the system.
    public var random: RandomSource {
        _read { yield storage.value.random }
        _modify { yield &storage.value.random }
    }

    /// How long connections may take. Default: as long as they do; see also
    /// ``DefaultHTTPConnector/Options/idleTimeout``.
    public var deadlines: Deadlines {
        _read { yield storage.value.deadlines }
        _modify { yield &storage.value.deadlines }
    }

    /// Asked about failed attempts after those of the connection, and they see its requests. Default: none.
    public var recoveries: [any RecoveryPolicy] {
        _read { yield storage.value.recoveries }
        _modify { yield &storage.value.recoveries }
    }

    /// The most bytes of a response body that are collected in memory; more ends the attempt with
    /// ``ConnectionErrorType/bodyTooLarge``. Streams are not bounded. Default: 64 MiB.
    public var maximumResponseBytes: Int {
        _read { yield storage.value.maximumResponseBytes }
        _modify { yield &storage.value.maximumResponseBytes }
    }

    /// How large bodies may be, and how fast they are transferred. Default: no limits.
    public var limits: TransferLimits {
        _read { yield storage.value.limits }
        _modify { yield &storage.value.limits }
    }

    /// Which redirects are followed. Default: ``RedirectPolicy/follow``.
    public var redirects: RedirectPolicy {
        _read { yield storage.value.redirects }
        _modify { yield &storage.value.redirects }
    }

    /// Keeps, lists and cancels the connections of this config; nil (the default) for none.
    public var holder: ConnectionHolder? {
        _read { yield storage.value.holder }
        _modify { yield &storage.value.holder }
    }

    /// Takes one line per event, on any thread; see ``ConnectionLogger``. Default: nil, logging is off.
    public var log: (@Sendable (String) -> Void)? {
        get { logger?.write }
        set { storage.value.logger = newValue.map { ConnectionLogger($0) } }
    }

    var logger: ConnectionLogger? { storage.value.logger }

    /// Stands around the connector, the first one outermost. Default: none.
    public var middleware: [any HTTPMiddleware] {
        _read { yield storage.value.middleware }
        _modify { yield &storage.value.middleware }
    }

    /// Makes successes of what specs find invalid. Default: none.
    public var fallbacks: [any ModelFallback] {
        _read { yield storage.value.fallbacks }
        _modify { yield &storage.value.fallbacks }
    }

    /// Adds a listener of any kind, or of several kinds at once, for every connection of this config. It is called
    /// before the listeners of holders and connections.
    public mutating func addListener(_ listener: any ConnectionEventListener) { listeners.add(listener) }

    var listeners: Listeners {
        _read { yield storage.value.listeners }
        _modify { yield &storage.value.listeners }
    }

    /// Makes a config.
    public init(
        baseURL: String? = nil, headers: HTTPHeaders = [:], credentialOrigins: [String] = [],
        connector: any HTTPConnector = DefaultHTTPConnector.shared, urlEncoder: any URLEncoder = DefaultURLEncoder(),
        encoderStrategy: @escaping @Sendable (HTTPMethod) -> any ContentEncoder = ConnectionConfig.defaultEncoder(for:),
        contentDecoder: any ContentDecoder = MediaTypeDecoder(),
        clock: any Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Date = { Date() },
        random: RandomSource = .system, deadlines: Deadlines = Deadlines(), maximumResponseBytes: Int = 64 << 20,
        limits: TransferLimits = TransferLimits(), recoveries: [any RecoveryPolicy] = [],
        redirects: RedirectPolicy = .follow, holder: ConnectionHolder? = nil, middleware: [any HTTPMiddleware] = [],
        fallbacks: [any ModelFallback] = [], listeners: [any ConnectionEventListener] = [],
        log: (@Sendable (String) -> Void)? = nil
    ) {
        storage = CopyOnWrite(
            Storage(
                baseURL: baseURL, headers: headers, credentialOrigins: credentialOrigins, connector: connector,
                abortable: connector as? any AbortableConnector, urlEncoder: urlEncoder,
                encoderStrategy: encoderStrategy, contentDecoder: contentDecoder, clock: clock, date: date,
                random: random, deadlines: deadlines, recoveries: recoveries,
                maximumResponseBytes: maximumResponseBytes, limits: limits, redirects: redirects, holder: holder,
                logger: log.map { ConnectionLogger($0) }, middleware: middleware, fallbacks: fallbacks))
        for listener in listeners { addListener(listener) }
    }

    /// The default of ``encoderStrategy``.
    public static func defaultEncoder(for method: HTTPMethod) -> any ContentEncoder {
        switch method {
        case .get, .head, .delete: .query
        default: .json
        }
    }
}
