import Foundation

/// The settings of connections: the connector, the limits, and the objects that take part. Set it up once and pass it
/// to each connection.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.connector = MyConnector()
/// let connection = Connection(spec, config: config)
/// ```
public struct ConnectionConfig: Sendable {
    /// The config of connections that are created without one. Set it at launch. Each connection copies it when it is
    /// created.
    public static var shared: ConnectionConfig {
        get { ofProcess.withLock { $0 } }
        set { ofProcess.change { $0 = newValue } }
    }

    private static let ofProcess = LockedValue(ConnectionConfig())

    private struct Storage: Sendable {
        var defaults: RequestDefaults
        var credentialOrigins: [String] = []
        var connector: ChosenConnector
        var urlEncoder: any URLEncoder
        var clock: any Clock<Duration> { didSet { isContinuous = clock is ContinuousClock } }
        /// Stored, because each generation reads the clock, and a cast takes longer.
        var isContinuous: Bool
        var date: @Sendable () -> Date = { Date() }
        var random: RandomSource = RandomSource.system
        var deadlines: Deadlines = Deadlines()
        var policies: [any RecoveryPolicy] { didSet { findSessionHolders() } }
        var maximumResponseBytes: Int
        var limits: TransferLimits
        /// Nil for the default one, so that a cache can tell without comparing sets.
        var redaction: Redaction?
        var redirects: RedirectPolicy
        var holder: ConnectionHolder?
        var logger: ConnectionLogger?
        var middleware: [any HTTPMiddleware] = [] { didSet { findSessionHolders() } }
        var lastMiddleware: [any LastMiddleware] = [] {
            didSet {
                immediate = lastMiddleware.count == 1 ? lastMiddleware[0] : nil
                inner = lastMiddleware + networkMiddleware
                findSessionHolders()
            }
        }
        var networkMiddleware: [any HTTPMiddleware] = [] {
            didSet {
                inner = lastMiddleware + networkMiddleware
                findSessionHolders()
            }
        }
        /// The last middleware, and then that of the network. Stored, because each request needs it.
        private(set) var inner: [any HTTPMiddleware] = []
        /// The last middleware, if there is only one. Stored, because each request needs it.
        private(set) var immediate: (any LastMiddleware)?
        var fallbacks: [any ModelFallback] = []
        var listeners: Listeners = Listeners()
        /// The policies and the middleware whose user can change. Stored, because each start needs them.
        private(set) var sessionHolders: [any SessionHolder] = []

        mutating func findSessionHolders() {
            sessionHolders =
                SessionHolders.among(policies) + SessionHolders.among(middleware)
                + SessionHolders.among(inner)
        }
    }

    private var storage: CopyOnWrite<Storage>
    /// Kept outside the storage, because copying the storage for each request would cost more.
    private(set) var trusted: TrustedServer?

    /// The connector, and whether its exchanges can be aborted.
    var chosenConnector: ChosenConnector { storage.value.connector }

    /// The policies and the middleware whose user can change.
    var sessionHolders: [any SessionHolder] { storage.value.sessionHolders }

    /// The only middleware of the config, which may answer requests without waiting. Nil if it has none or several.
    var immediateMiddleware: (any LastMiddleware)? {
        middleware.isEmpty ? storage.value.immediate : nil
    }

    /// The absolute URL that comes before a path in a spec's ``RequestSpec/url``, with one slash between the two. An
    /// absolute URL in a spec stays as it is. Default: nil, which requires absolute URLs in all specs.
    ///
    /// ```swift
    /// config.baseURL = "https://api.example.com/v1"    // "/users/7" → https://api.example.com/v1/users/7
    /// ```
    public var baseURL: String? {
        get { storage.value.defaults.baseURL ?? trusted?.baseURL }
        set { storage.value.defaults.baseURL = newValue }
    }

    /// Header fields of every request to the server of ``baseURL`` and to ``credentialOrigins``. A field of the spec
    /// takes precedence. Default: none.
    ///
    /// Other servers never receive these fields, and a redirect to another server drops them. Without a base URL and
    /// without origins, a request fails with ``InvalidRequest/missingOrigins``.
    public var headers: HTTPHeaders {
        get { storage.value.defaults.headers }
        set { storage.value.defaults.headers = newValue }
    }

    /// Whether there are default header fields.
    var hasHeaders: Bool { !storage.value.defaults.headers.isEmpty }

    /// Returns this config for a request whose style trusts this server. If it trusts none, another one stays.
    @inline(never)
    func trusting(_ server: TrustedServer?) -> Self {
        guard let server else { return self }
        var config = self
        config.trusted = server
        return config
    }

    /// Absolute URLs of other servers that receive ``headers`` and the credentials of policies such as
    /// ``TokenRefresh``. Only the scheme, the host, and the port count. Default: none.
    public var credentialOrigins: [String] {
        get { storage.value.credentialOrigins }
        set { storage.value.credentialOrigins = newValue }
    }

    /// The connector that sends the requests. Default: ``DefaultHTTPConnector/shared``.
    public var connector: any HTTPConnector {
        _read { yield storage.value.connector.connector }
        set { storage.value.connector = ChosenConnector(newValue) }
    }

    /// The encoder that escapes the keys and values of a spec's query. Default: ``DefaultURLEncoder``.
    public var urlEncoder: any URLEncoder {
        _read { yield storage.value.urlEncoder }
        _modify { yield &storage.value.urlEncoder }
    }

    /// Chooses the encoder of content for requests that do not set one. Default: ``QueryContentEncoder``
    /// for GET, HEAD, and DELETE, and ``JSONContentEncoder`` for every other method.
    public var encoderStrategy: @Sendable (HTTPMethod) -> any ContentEncoder {
        get {
            let strategy = storage.value.defaults.encoderStrategy
            return { method in strategy?(method) ?? Self.defaultEncoder(for: method) }
        }
        set { storage.value.defaults.encoderStrategy = newValue }
    }

    /// The encoder that ``encoderStrategy`` chooses.
    func encoder(for method: HTTPMethod) -> any ContentEncoder {
        storage.value.defaults.encoderStrategy?(method) ?? Self.defaultEncoder(for: method)
    }

    /// The decoder of `Decodable` models for specs that do not set one. Default: ``MediaTypeDecoder``, which chooses by
    /// media type.
    public var contentDecoder: any ContentDecoder {
        get { storage.value.defaults.decoder ?? MediaTypeDecoder.standard }
        set { storage.value.defaults.decoder = newValue }
    }

    var sharedDecoder: SharedDecoder {
        storage.value.defaults.sharedDecoder ?? SharedDecoder(MediaTypeDecoder.standard)
    }

    /// The clock that measures deadlines and the waits between attempts. Default: `ContinuousClock`.
    public var clock: any Clock<Duration> {
        _read { yield storage.value.clock }
        _modify { yield &storage.value.clock }
    }

    /// A stopwatch that begins now.
    var stopwatch: Stopwatch {
        guard !storage.value.isContinuous else { return .continuous }
        let clock = clock
        return Stopwatch(clock)
    }

    /// Returns the current date, which is compared with dates that a server sends. Default: the date of the system.
    public var date: @Sendable () -> Date {
        _read { yield storage.value.date }
        _modify { yield &storage.value.date }
    }

    /// The source of random waits and idempotency keys. Default: the random number generator of the system.
    public var random: RandomSource {
        _read { yield storage.value.random }
        _modify { yield &storage.value.random }
    }

    /// How long connections may take. Default: no deadlines. See also ``DefaultHTTPConnector/Options/idleTimeout``.
    public var deadlines: Deadlines {
        _read { yield storage.value.deadlines }
        _modify { yield &storage.value.deadlines }
    }

    /// Recovery policies, which are asked about failed attempts after the policies of the connection. Default: none.
    public var policies: [any RecoveryPolicy] {
        _read { yield storage.value.policies }
        _modify { yield &storage.value.policies }
    }

    /// The maximum size, in bytes, of a response body that is collected in memory. A larger body fails with
    /// ``ConnectionErrorType/bodyTooLarge``. The limit does not apply to streams. Default: 64 MiB.
    public var maximumResponseBytes: Int {
        _read { yield storage.value.maximumResponseBytes }
        _modify { yield &storage.value.maximumResponseBytes }
    }

    /// Limits on the size of bodies and on the speed of transfers. Default: no limits.
    public var limits: TransferLimits {
        _read { yield storage.value.limits }
        _modify { yield &storage.value.limits }
    }

    /// Which redirects are followed. Default: ``RedirectPolicy/follow``.
    public var redirects: RedirectPolicy {
        _read { yield storage.value.redirects }
        _modify { yield &storage.value.redirects }
    }

    /// Which header fields and keys are secret. Default: those whose names say so.
    ///
    /// The ``log`` hides their values, a redirect or a next page on another server does not get the fields, and an
    /// `HTTPCache` keeps users apart by them. ``Redaction/recognizesSecrets`` concerns only what the log hides.
    public var redaction: Redaction {
        get { storage.value.redaction ?? Redaction() }
        set { storage.value.redaction = newValue }
    }

    /// The redaction, if it was set.
    package var ownRedaction: Redaction? { storage.value.redaction }

    /// The holder that lists and cancels the connections of this config. Default: nil.
    public var holder: ConnectionHolder? {
        _read { yield storage.value.holder }
        _modify { yield &storage.value.holder }
    }

    /// Receives one line of text per event, on any thread. See ``ConnectionLogger``. Default: nil (off).
    public var log: (@Sendable (String) -> Void)? {
        get { logger?.write }
        set { storage.value.logger = newValue.map { ConnectionLogger($0) } }
    }

    var logger: ConnectionLogger? { storage.value.logger }

    /// Middleware around the connector. The first element is the outermost. Default: none.
    ///
    /// The config's authenticator, cookie jar, and cache are not in this list. They run closer to the connector, and
    /// ``networkMiddleware`` runs after them.
    public var middleware: [any HTTPMiddleware] {
        _read { yield storage.value.middleware }
        _modify { yield &storage.value.middleware }
    }

    /// Middleware between the cache and the connector. The first element is the outermost. Default: none.
    ///
    /// It sees each request as it is sent, with its cookies and the answer to a challenge, but no request that the
    /// cache answers. A middleware that signs requests belongs here.
    public var networkMiddleware: [any HTTPMiddleware] {
        _read { yield storage.value.networkMiddleware }
        _modify { yield &storage.value.networkMiddleware }
    }

    /// The last middleware, and then that of the network.
    var innerMiddleware: [any HTTPMiddleware] { storage.value.inner }

    /// The authenticator, the cookie jar, and the cache, in the order of ``MiddlewarePlace``.
    var lastMiddleware: [any LastMiddleware] {
        get { storage.value.lastMiddleware }
        set { storage.value.lastMiddleware = newValue }
    }

    /// Fallbacks, which can turn a response that the spec rejects into a success. Default: none.
    public var fallbacks: [any ModelFallback] {
        _read { yield storage.value.fallbacks }
        _modify { yield &storage.value.fallbacks }
    }

    /// Adds a listener of one or more kinds to every connection of this config. It is called before the listeners of
    /// holders and connections.
    public mutating func addListener(_ listener: any ConnectionEventListener) { listeners.add(listener) }

    var listeners: Listeners {
        _read { yield storage.value.listeners }
        _modify { yield &storage.value.listeners }
    }

    /// Creates a config.
    public init(
        baseURL: String? = nil, headers: HTTPHeaders = [:], credentialOrigins: [String] = [],
        connector: any HTTPConnector = DefaultHTTPConnector.shared, urlEncoder: any URLEncoder = DefaultURLEncoder(),
        encoderStrategy: @escaping @Sendable (HTTPMethod) -> any ContentEncoder = ConnectionConfig.defaultEncoder(for:),
        contentDecoder: any ContentDecoder = MediaTypeDecoder(),
        clock: any Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Date = { Date() },
        random: RandomSource = .system, deadlines: Deadlines = Deadlines(), maximumResponseBytes: Int = 64 << 20,
        limits: TransferLimits = TransferLimits(), policies: [any RecoveryPolicy] = [],
        redirects: RedirectPolicy = .follow, holder: ConnectionHolder? = nil, middleware: [any HTTPMiddleware] = [],
        fallbacks: [any ModelFallback] = [], listeners: [any ConnectionEventListener] = [],
        log: (@Sendable (String) -> Void)? = nil
    ) {
        storage = CopyOnWrite(
            Storage(
                defaults: RequestDefaults(
                    baseURL: baseURL, headers: headers, decoder: contentDecoder, encoderStrategy: encoderStrategy),
                credentialOrigins: credentialOrigins,
                connector: ChosenConnector(connector), urlEncoder: urlEncoder,
                clock: clock,
                isContinuous: clock is ContinuousClock,
                date: date,
                random: random, deadlines: deadlines, policies: policies,
                maximumResponseBytes: maximumResponseBytes, limits: limits, redirects: redirects, holder: holder,
                logger: log.map { ConnectionLogger($0) }, middleware: middleware, fallbacks: fallbacks))
        if !policies.isEmpty || !middleware.isEmpty { storage.value.findSessionHolders() }
        for listener in listeners { addListener(listener) }
    }

    /// Returns the default encoder for a method. This is the default of ``encoderStrategy``.
    public static func defaultEncoder(for method: HTTPMethod) -> any ContentEncoder {
        switch method {
        case .get, .head, .delete: .query
        default: .json
        }
    }
}
