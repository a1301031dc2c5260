import AbstractHTTP
import Foundation

/// Stands between one request and the connector, and between its response and who wants it: answers from the store, and keeps there what has become
/// a success.
final class CachedExchange: ConnectionListener, HTTPMiddleware, RequestPreparer, ConnectionResponseListener {
    private enum Mode {
        case asThePolicySays
        /// There is no way to the server.
        case offline
        /// What was kept is of no use.
        case bypassing
    }

    private struct State {
        var mode = Mode.asThePolicySays
        var key: String?
        var isRedirected = false
        /// Whether the response is one that was kept.
        var isAnswered = false
        /// Kept when it is a success.
        var pending: StoredResponse?
    }

    private let store: ResponseStore
    private let policy: Definition.CachePolicy
    private let expire: TimeInterval
    private let offlinePolicy: Definition.OfflinePolicy
    private let authorization: DefinitionAuthorization
    private let limit: Int
    private let now: @Sendable () -> Date
    private let state = Guarded(State())

    /// Nil where nothing is kept.
    init?(
        _ definition: Definition, _ store: ResponseStore, _ authorization: DefinitionAuthorization,
        _ config: ConnectionConfig
    ) {
        policy = definition.cachePolicy ?? .default
        offlinePolicy = definition.offlinePolicy ?? .default
        guard ![.default, .none].contains(policy) || offlinePolicy == .loadCache else { return nil }
        expire = (definition.expire ?? .zero) / .seconds(1)
        (self.store, self.authorization) = (store, authorization)
        (limit, now) = (config.maximumResponseBytes, config.date)
    }

    /// Whether the response is one that was kept.
    var isAnswered: Bool { state.withLock(\.isAnswered) }

    // MARK: - The request

    func onStart(connection: any ConnectionTask, request: Request) { state.change { $0.mode = .asThePolicySays } }

    func prepare(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        let key = request.cacheKey(authorization)
        state.change { state in
            (state.key, state.isRedirected, state.isAnswered, state.pending) = (key, false, false, nil)
        }
        return request
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        let (mode, key, isRedirected) = state.withLock { ($0.mode, $0.key, $0.isRedirected) }
        guard let key else { return try await next.execute(request) }
        let known = isRedirected || mode == .bypassing ? nil : store.response(for: key)
        let stored = known.flatMap { $0.answers(request) ? $0 : nil }
        if let stored, mode == .offline || isTaken(stored, for: request) { return answer(with: stored) }
        return try await fetch(request, next, stored, isRedirected: isRedirected)
    }

    private func isTaken(_ stored: StoredResponse, for request: Request) -> Bool {
        switch policy {
        case .always: true
        case .expire: now().timeIntervalSince(stored.date) < expire && now() >= stored.date
        case .protocol: request.isCacheable && stored.isFresh(at: now())
        case .default, .none: false
        }
    }

    private func fetch(
        _ request: Request, _ next: any HTTPConnector, _ stored: StoredResponse?, isRedirected: Bool
    ) async throws -> ResponseStream {
        var conditional = request
        let conditions = policy == .protocol && request.isCacheable ? stored?.conditions ?? [:] : [:]
        for (name, value) in conditions where request.headers[name] == nil { conditional.headers[name] = value }
        let stream = try await next.execute(conditional)
        if stream.statusCode == 304, let stored, !conditions.isEmpty {
            var refreshed = StoredResponse(stored.response.refreshed(by: stream.headers), date: now())
            refreshed.varying = stored.varying
            state.change { $0.pending = refreshed }
            return answer(with: refreshed)
        }
        guard stream.statusCode == 200, isKept(stream, of: request) else { return stream }
        let response = try await stream.collected(limit: limit)
        let isForHTTP = policy == .protocol
        var received = StoredResponse(response, date: now()).varying(with: request, isForHTTP: isForHTTP)
        received?.isRedirected = isRedirected
        state.change { $0.pending = received }
        return ResponseStream(response)
    }

    private func isKept(_ stream: ResponseStream, of request: Request) -> Bool {
        guard policy == .protocol else { return policy != .none || offlinePolicy == .loadCache }
        return request.isCacheable && !stream.headers.cacheDirectives.keys.contains("no-store")
    }

    private func answer(with stored: StoredResponse) -> ResponseStream {
        state.change { $0.isAnswered = true }
        return ResponseStream(stored.response)
    }

    // MARK: - What comes of it

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) { state.change { $0.isRedirected = true } }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        let (key, pending) = state.withLock { ($0.key, $0.pending) }
        if let key, let pending { store.keep(pending, for: key) }
        state.change { $0.pending = nil }
    }

    func recovery(from failure: AttemptFailure) -> Recovery {
        let (key, isAnswered) = state.withLock { ($0.key, $0.isAnswered) }
        guard let key else { return .giveUp }
        switch failure.error.type {
        case .parse, .invalidResponse, .validation:
            guard isAnswered else { return .giveUp }
            store.remove(key)
            state.change { $0.mode = .bypassing }
            return .restart()
        case .network, .timeout:
            guard offlinePolicy == .loadCache, let stored = store.response(for: key), stored.answers(failure.prepared)
            else { return .giveUp }
            state.change { $0.mode = .offline }
            return .restart()
        default: return .giveUp
        }
    }
}

extension Request {
    /// Whether HTTP lets its response be kept (RFC 9111, section 3).
    fileprivate var isCacheable: Bool {
        let directives = headers.cacheDirectives.keys
        return method == .get && !directives.contains("no-store") && !directives.contains("no-cache")
            && headers["Range"] == nil
    }

    /// What tells the request from all others: its method, URL, body and header fields, as the definition has them, and the account; nil for a body that is
    /// not in memory.
    fileprivate func cacheKey(_ authorization: DefinitionAuthorization) -> String? {
        var secret = Set<HTTPHeaderName>(["Idempotency-Key"])
        if authorization.account != nil {
            secret.formUnion(authorization.headers.keys.map { HTTPHeaderName(rawValue: $0) } + ["Authorization"])
        }
        let fields = headers.filter { !secret.contains($0.name) }
            .map { "\($0.name.rawValue.lowercased()): \($0.value)" }
        var bytes = ""
        switch body?.source {
        case nil: break
        case .data(let data): bytes = data.fingerprint
        case .file, .stream, .joined: return nil
        }
        let parts = [authorization.account ?? "", method.rawValue, url.absoluteString, bytes] + fields.sorted()
        return parts.joined(separator: "\n")
    }
}
