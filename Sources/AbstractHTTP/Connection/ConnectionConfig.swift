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
        get { SharedConfig.ofProcess.value }
        set { SharedConfig.ofProcess = SharedConfig(newValue) }
    }

    /// Carries the requests. Default: one ``DefaultHTTPConnector`` for the process.
    public var connector: any HTTPConnector
    /// Escapes keys and values of a spec's query. Default: ``DefaultURLEncoder``.
    public var urlEncoder: any URLEncoder
    /// Chooses what writes the ``RequestSpec/content`` of specs that name no encoder. Default: ``QueryContentEncoder`` for GET,
    /// HEAD and DELETE, ``JSONContentEncoder`` for every other method.
    public var encoderStrategy: @Sendable (HTTPMethod) -> any ContentEncoder
    /// Decodes models that are `Decodable`, of specs that name no decoder. Default: ``ContentDecoders``, by media type.
    public var contentDecoder: any ContentDecoder
    /// Measures deadlines and waits between attempts. Default: the continuous clock.
    public var clock: any Clock<Duration>
    /// The time of day, with which dates that a server tells are compared. Default: that of the system.
    public var date: @Sendable () -> Date = { Date() }
    /// Where random waits come from, and idempotency keys. Default: the generator of the system.
    public var random = RandomSource.system
    /// How long connections may take. Default: as long as they do; see also ``DefaultHTTPConnector/Options/idleTimeout``.
    public var deadlines = Deadlines()
    /// Asked about failed attempts behind those of the connection, and they see its requests. Default: none.
    public var recoveries: [any RecoveryPolicy]
    /// The most bytes of a response body that are collected in memory; more ends the attempt with
    /// ``ConnectionErrorType/bodyTooLarge``. Streams are not bounded. Default: 64 MiB.
    public var maximumResponseBytes: Int
    /// How large bodies may be, and how fast they are transferred. Default: no limits.
    public var limits: TransferLimits
    /// Which redirects are followed. Default: ``RedirectPolicy/follow``.
    public var redirects: RedirectPolicy
    /// Keeps, lists and cancels the connections of this config; nil (the default) for none.
    public var holder: ConnectionHolder?
    /// Takes one line per event, for a log; called from any thread. Default: nil, logging is off.
    public var log: (@Sendable (String) -> Void)?

    /// Stands around the connector, the first one outermost. Default: none.
    public var middleware: [any HTTPMiddleware] = []
    /// Makes successes of what specs find invalid. Default: none.
    public var fallbacks: [any ModelFallback] = []
    var listeners = Listeners()

    /// Makes a config.
    public init(
        connector: any HTTPConnector = DefaultHTTPConnector.shared, urlEncoder: any URLEncoder = DefaultURLEncoder(),
        encoderStrategy: @escaping @Sendable (HTTPMethod) -> any ContentEncoder = ConnectionConfig.defaultEncoder(for:),
        contentDecoder: any ContentDecoder = ContentDecoders(),
        clock: any Clock<Duration> = ContinuousClock(), maximumResponseBytes: Int = 64 << 20,
        limits: TransferLimits = TransferLimits(), recoveries: [any RecoveryPolicy] = [],
        redirects: RedirectPolicy = .follow, holder: ConnectionHolder? = nil, log: (@Sendable (String) -> Void)? = nil
    ) {
        self.connector = connector
        self.urlEncoder = urlEncoder
        self.encoderStrategy = encoderStrategy
        self.contentDecoder = contentDecoder
        self.clock = clock
        self.maximumResponseBytes = maximumResponseBytes
        self.limits = limits
        self.recoveries = recoveries
        self.redirects = redirects
        self.holder = holder
        self.log = log
    }
    /// The default of ``encoderStrategy``.
    public static func defaultEncoder(for method: HTTPMethod) -> any ContentEncoder {
        switch method {
        case .get, .head, .delete: .query
        default: .json
        }
    }
}
