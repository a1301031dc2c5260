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
        var key: ResponseKey?
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
    private let credentials: Guarded<AttemptCredentials>
    private let limit: Int
    private let now: @Sendable () -> Date
    private let state = Guarded(State())

    /// Nil where nothing is kept.
    ///
    /// - Parameter credentials: Those of the attempt that is being made.
    init?(
        _ definition: Definition, _ store: ResponseStore, _ credentials: Guarded<AttemptCredentials>,
        _ config: ConnectionConfig
    ) {
        policy = definition.cachePolicy ?? .default
        offlinePolicy = definition.offlinePolicy ?? .default
        guard ![.default, .noCache].contains(policy) || offlinePolicy == .loadCache else { return nil }
        expire = (definition.expire ?? .zero) / .seconds(1)
        (self.store, self.credentials) = (store, credentials)
        (limit, now) = (config.maximumResponseBytes, config.date)
    }

    /// Whether the response is one that was kept.
    var isAnswered: Bool { state.withLock(\.isAnswered) }

    // MARK: - The request

    func onStart(connection: any ConnectionTask, request: Request) { state.change { $0.mode = .asThePolicySays } }

    func prepare(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        let key = ResponseKey(request, credentials.withLock { $0 })
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
        case .protocol: request.isCacheable && !request.wantsNew && stored.isFresh(at: now(), for: request)
        case .default, .noCache: false
        }
    }

    private func fetch(
        _ request: Request, _ next: any HTTPConnector, _ stored: StoredResponse?, isRedirected: Bool
    ) async throws -> ResponseStream {
        var conditional = request
        let conditions = policy == .protocol && request.isCacheable ? stored?.conditions ?? [:] : [:]
        for (name, value) in conditions where request.headers[name] == nil { conditional.headers[name] = value }
        let start = now()
        let stream = try await next.execute(conditional)
        let delay = max(0, now().timeIntervalSince(start))
        if stream.statusCode == 304, let stored, !conditions.isEmpty {
            let refreshed = stored.refreshed(by: stream.headers, date: now(), delay: delay)
            note(refreshed, request)
            return answer(with: refreshed)
        }
        guard stream.statusCode == 200, isKept(stream.headers, of: request) else { return stream }
        let date = now()
        let response = try await stream.collected(limit: limit)
        var received = StoredResponse(response, date: date)
        (received.isRedirected, received.delay) = (isRedirected, delay)
        note(received, request)
        return ResponseStream(response)
    }

    private func isKept(_ headers: HTTPHeaders, of request: Request) -> Bool {
        policy != .protocol || request.isCacheable && headers.cacheDirectives["no-store"] == nil
    }

    /// Has it kept when it is a success; what must not be kept goes.
    private func note(_ response: StoredResponse, _ request: Request) {
        let isKept = isKept(response.response.headers, of: request)
        let pending = isKept ? response.varying(with: request, isForHTTP: policy == .protocol) : nil
        if pending == nil, let key = state.withLock(\.key) { store.remove(key) }
        state.change { $0.pending = pending }
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
        let (mode, key, isAnswered) = state.withLock { ($0.mode, $0.key, $0.isAnswered) }
        guard let key else { return .giveUp }
        switch failure.error.type {
        case .parse, .invalidResponse, .validation:
            guard isAnswered else { return .giveUp }
            store.remove(key)
            state.change { $0.mode = .bypassing }
            return .restart()
        case .network, .timeout:
            guard offlinePolicy == .loadCache, mode != .offline, store.response(for: key) != nil else { return .giveUp }
            state.change { $0.mode = .offline }
            return .restart()
        default: return .giveUp
        }
    }
}
