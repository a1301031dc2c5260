import AbstractHTTP
import AbstractHTTPCache
import Foundation

/// Uses the cache for one request of a definition, as its cache mode and its offline policy say.
final class DefinitionCache: RequestAdapter, ConnectionResponseListener {
    private struct State {
        /// The responses of the attempt. They are stored if the attempt succeeds.
        var held = HeldInsertions()
        /// The URLs of the attempt for which something is stored.
        var known: [URL] = []
        /// Whether the attempt is answered from the cache if possible, because the server cannot be reached.
        var isOffline = false
        var isOfflineNext = false
        /// Whether an attempt began because a stored response was unusable.
        var isRepaired = false
    }

    private let cache: HTTPCache
    private let offlinePolicy: Definition.OfflinePolicy
    private let state = LockedValue(State())

    /// Returns nil if the definition stores nothing.
    init?(_ definition: Definition, _ cache: HTTPCache) {
        let mode = definition.cacheMode ?? .default
        offlinePolicy = definition.offlinePolicy ?? .default
        guard ![.default, .noCache].contains(mode) || offlinePolicy == .loadCache else { return nil }
        self.cache = cache
    }

    /// Returns the cache as the connection of the definition uses it.
    ///
    /// - Parameter headers: The header fields of the call.
    func view(for definition: Definition, headers: [String: String]) -> HTTPCache {
        let rules = CacheRules(definition)
        let names = [definition.headers ?? [:], headers].flatMap(\.keys).map(HTTPHeaderName.init(rawValue:))
        let described = Set(names).subtracting(Self.unidentifying)
        return cache.with(
            rules: rules,
            identity: { CacheIdentity($0, user: $1, described: described, hasLifetime: rules.lifetime != nil) },
            observe: { [self] request, decision in
                if decision.action.hasStored { state.change { $0.known.append(request.url) } }
            },
            holding: { [self] in state.withLock(\.held) })
    }

    /// The fields of the cache itself, and those that differ in each request.
    private static let unidentifying: Set<HTTPHeaderName> = [
        "Cache-Control", "Pragma", "Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since",
        "If-Unmodified-Since", .idempotencyKey,
    ]

    // MARK: - The attempt

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        let isOffline = state.withLock { state in
            // The first attempt of a new start has no history.
            if attempt == 1 { state = State() }
            state = State(isOffline: state.isOfflineNext, isRepaired: state.isRepaired)
            return state.isOffline
        }
        var request = request
        // The server is still asked if nothing is stored for exactly this request.
        if isOffline { request.headers.add("Cache-Control", "max-stale") }
        return request
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {
        await state.withLock(\.held).commit()
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        let attempt = state.withLock { $0 }
        switch failure.error.type {
        case .parse, .invalidResponse, .validation:
            guard failure.error.response?.cacheStatus?.isReused == true, !attempt.isRepaired else { return .giveUp }
            for url in attempt.known { try? await cache.remove(url) }
            state.change { $0.isRepaired = true }
            return .restart()
        case .network, .timeout:
            guard offlinePolicy == .loadCache, !attempt.isOffline, !attempt.known.isEmpty else { return .giveUp }
            state.change { $0.isOfflineNext = true }
            return .restart()
        default: return .giveUp
        }
    }
}

extension CacheRules {
    /// The rules of a definition's cache mode. Without one, the server is asked each time, unless it cannot be reached.
    fileprivate init(_ definition: Definition) {
        switch definition.cacheMode ?? .default {
        case .protocol: self.init()
        case .always: self.init(lifetime: .seconds(Int64.max))
        case .expire: self.init(lifetime: definition.expire ?? .zero)
        case .default, .noCache: self.init(lifetime: .zero)
        }
    }
}

extension CacheIdentity {
    /// The identity of a request as it is sent.
    ///
    /// - Parameters:
    ///   - user: The user as the credentials of the request identify it.
    ///   - described: The fields of the definition and the call.
    fileprivate init(_ request: Request, user: String, described: Set<HTTPHeaderName>, hasLifetime: Bool) {
        let credentials = request.trusted?.headers ?? [:]
        let account = request.trusted?.account
        var names = account == nil && !hasLifetime ? [] : described
        if account == nil { names.formUnion(credentials.map(\.name)) }
        let fields = request.headers.filter { field in
            // The account represents its credentials, but not those of the call.
            names.contains(field.name) && (account == nil || !credentials.contains(field))
        }
        let user = account?.debugDescription ?? user
        let lines = fields.map { "\($0.name.rawValue.lowercased()): \($0.value)" }.sorted()
        self.init(
            // Header fields may be secret.
            text: SHA256.hash(([user] + lines).joined(separator: "\n").utf8).hexadecimal,
            fields: account == nil ? [] : credentials.map(\.name) + [.authorization, .cookie])
    }
}

extension CacheAction {
    fileprivate var hasStored: Bool {
        switch self {
        case .respond, .respondAndRefresh, .validate: true
        case .forward(let response): response != nil
        case .fail: false
        }
    }
}
