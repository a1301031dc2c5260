import AbstractHTTP
import Foundation

/// Stores responses, and answers later requests with them (RFC 9111). It works the same over every connector.
///
/// ```swift
/// let cache = HTTPCache()
/// let client = APIClient(baseURL: "https://api.example.com") { $0.cache = cache }
/// let news = try await client.exchange(GetNews())
/// print(news.response.cacheStatus)
/// ```
///
/// The server decides what is stored, and for how long. A ``CachePolicy`` says what a request wants. Requests for the
/// same URL that are sent at the same time share one exchange if the response may be shared.
///
/// All members may be used from any thread.
public final class HTTPCache: HTTPMiddleware, LastMiddleware {
    package static let place = MiddlewarePlace.cache

    /// The store of the responses.
    public let store: any CacheStore
    /// The rules by which the cache decides.
    public let rules: CacheRules
    /// The maximum size of a response in bytes. A larger one is not stored.
    public let responseLimit: Int

    /// The store, if it is in memory.
    private let memory: MemoryCacheStore?
    /// The store, if it says which responses it keeps. A cast for each response would take longer than to store it.
    let selective: (any SelectiveStore)?
    private let identity: @Sendable (Request, Redaction?) -> CacheIdentity
    let observe: (@Sendable (Request, CacheDecision) -> Void)?
    private let held: @Sendable () -> HeldInsertions?
    let exchanges: SharedExchanges
    private let removals: LockedValue<RemovalLog>

    /// A cache that keeps its responses in memory and in a folder for this program. See ``LayeredCacheStore``.
    public static let standard = HTTPCache(store: LayeredCacheStore())

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - store: The store of the responses. Default: a store in memory.
    ///   - rules: The rules of a private or a shared cache. Default: private.
    ///   - responseLimit: The maximum size of a response in bytes. A larger one is not stored. Default: 5 MiB.
    ///   - identity: Returns a string that is different for each user. A response that one user got never answers a
    ///     request of another. Default: nil, which means a hash of the fields that identify the user, such as
    ///     `Authorization`, `Cookie`, and `X-API-Key`. The `redaction` of the config can add and remove names.
    ///   - observe: Called with each decision, on any thread.
    public init(
        store: any CacheStore = MemoryCacheStore(), rules: CacheRules = CacheRules(), responseLimit: Int = 5 << 20,
        identity: (@Sendable (Request) -> String)? = nil,
        observe: (@Sendable (Request, CacheDecision) -> Void)? = nil
    ) {
        (self.store, self.rules, self.responseLimit) = (store, rules, responseLimit)
        (memory, selective) = (store as? MemoryCacheStore, store as? any SelectiveStore)
        let user = UserIdentity(of: store)
        self.identity = { request, redaction in
            CacheIdentity(text: identity?(request) ?? user.text(of: request, redaction))
        }
        (self.observe, held) = (observe, { nil })
        (exchanges, removals) = (SharedExchanges(), LockedValue(RemovalLog()))
    }

    private init(
        _ other: HTTPCache, _ rules: CacheRules, _ identity: @escaping @Sendable (Request, Redaction?) -> CacheIdentity,
        _ observe: @escaping @Sendable (Request, CacheDecision) -> Void,
        _ held: @escaping @Sendable () -> HeldInsertions?
    ) {
        (store, self.rules, responseLimit) = (other.store, rules, other.responseLimit)
        (self.identity, self.observe, self.held) = (identity, observe, held)
        (exchanges, removals) = (other.exchanges, other.removals)
        (memory, selective) = (other.memory, other.selective)
    }

    /// Returns a cache of the same responses for requests with other rules.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - identity: Tells users apart. It gets the request, and the identity of this cache.
    ///   - observe: Called with each decision, after the closure of this cache.
    ///   - held: Returns where a new response waits until it is known to be usable. Nil stores it at once.
    package func with(
        rules: CacheRules, identity: @escaping @Sendable (Request, String) -> CacheIdentity,
        observe: @escaping @Sendable (Request, CacheDecision) -> Void,
        holding held: @escaping @Sendable () -> HeldInsertions?
    ) -> HTTPCache {
        let (own, user) = (self.observe, self.identity)
        return HTTPCache(
            self, rules, { request, redaction in identity(request, user(request, redaction).text) },
            { request, decision in
                own?(request, decision)
                observe(request, decision)
            }, held)
    }

    /// The space that all responses take, in bytes.
    public var byteCount: Int { get async throws { try await store.byteCount } }

    /// The number of requests that wait for the response to another one.
    package var waiterCount: Int { exchanges.waiterCount }

    /// Removes what is stored for a URL, for all users.
    public func remove(_ url: URL) async throws {
        let text = url.absoluteString.cacheURL
        noteRemoval(of: [text])
        try await store.remove(text)
        try await store.remove(text.searchURL)
    }

    /// Removes everything.
    public func removeAll() async throws {
        noteRemoval(of: nil)
        try await store.removeAll { _ in true }
    }

    /// The number of the last removal.
    var lastRemoval: Int { removals.withLock(\.count) }

    /// Notes that what is stored for some URLs is removed. Later requests share no exchange from before that.
    ///
    /// - Parameter urls: The URLs, or nil if it can be any.
    /// - Returns: The removals up to then, and the number of this one.
    @discardableResult
    func noteRemoval(of urls: [String]?) -> (earlier: RemovalLog, number: Int) {
        let (earlier, number) = removals.withLock { log in
            let earlier = log
            if let urls { log.note(urls) } else { log.noteAll() }
            return (earlier, log.count)
        }
        exchanges.release { key in urls?.contains { key.isKey(of: $0) } ?? true }
        return (earlier, number)
    }

    /// Whether what is stored for a URL was removed after the removal with this number.
    func hasRemoved(_ url: String, since number: Int) -> Bool { removals.withLock { $0.includes(url, since: number) } }

    /// Answers a request from the store, or sends it and stores the response.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await intercept(request, next: next, in: ExchangeContext())
    }

    /// Answers a request from the store, or sends it and stores the response. A request that waits for another one
    /// reports a connection.
    public func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream {
        let config = context.config ?? ConnectionConfig()
        return try await CacheExchange(
            lookup: lookup(request, config), next: next, context: context, config: config
        ).response()
    }

    private func lookup(_ request: Request, _ config: ConnectionConfig) -> CacheLookup {
        CacheLookup(self, request, identity(request, config.ownRedaction), held())
    }

    /// Returns a response from a store in memory, if the server is not asked. Any other store may wait for a disk.
    package func immediateResponse(to request: Request, _ config: ConnectionConfig) -> ResponseStream? {
        memory.flatMap { lookup(request, config).immediateResponse(from: $0, at: config.date()) }
    }
}

extension ConnectionConfig {
    /// The cache for the responses to all requests of this config. Default: nil (no cache).
    ///
    /// The cache is the middleware that is closest to the connector. It sees each attempt, and each request of a
    /// redirect, with the cookies and credentials that other middleware has added.
    public var cache: HTTPCache? {
        get { last(HTTPCache.self) }
        set { setLast(newValue) }
    }
}

extension HTTPCache: CustomReflectable {
    /// The store and the rules, without the requests that are under way.
    public var customMirror: Mirror {
        Mirror(self, children: ["store": store, "rules": rules, "responseLimit": responseLimit], displayStyle: .class)
    }
}
