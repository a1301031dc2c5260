import AbstractHTTP
import Foundation

/// Stands between one request and the connector, and between its response and who wants it: answers from the store, and
/// keeps there what has become a success.
final class CacheMiddleware: ConnectionListener, HTTPMiddleware, RequestAdapter, ConnectionResponseListener {
    private enum Mode {
        case asThePolicySays
        /// There is no way to the server.
        case offline
        /// What was kept is of no use.
        case bypassing
    }

    private struct State {
        var mode = Mode.asThePolicySays
        /// Whether the next attempt is answered from the store.
        var isOfflineNext = false
        /// The number of the attempt: one that was left may still be on its way.
        var attempt = 0
        var key: ResponseKey?
        var credentials = AttemptCredentials()
        /// The number of the last removal before the attempt.
        var removal = 0
        /// The request with which the attempt began, as middleware has made it.
        var first: Request?
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
    private let credentials: LockedValue<AttemptCredentials>
    private let limit: Int
    private let now: @Sendable () -> Date
    private let state = LockedValue(State())

    /// Nil where nothing is kept.
    ///
    /// - Parameter credentials: Those of the attempt that is being made.
    init?(
        _ definition: Definition, _ store: ResponseStore, _ credentials: LockedValue<AttemptCredentials>,
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

    func onStart(connection: any ConnectionTask, request: Request) {
        state.change { ($0.mode, $0.isOfflineNext) = (.asThePolicySays, false) }
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        let credentials = credentials.withLock { $0 }
        let (key, removal) = (ResponseKey(request, credentials), store.lastRemoval)
        state.change { state in
            state.attempt += 1
            (state.key, state.credentials, state.removal) = (key, credentials, removal)
            (state.first, state.isRedirected, state.isAnswered, state.pending) = (nil, false, false, nil)
            if state.mode != .bypassing { state.mode = state.isOfflineNext ? .offline : .asThePolicySays }
            state.isOfflineNext = false
        }
        return request
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        let state = state.withLock { state in
            if !state.isRedirected { state.first = state.credentials.withoutCredentials(request) }
            return state
        }
        guard let key = state.key, let first = state.first else { return try await next.execute(request) }
        let known = state.isRedirected || state.mode == .bypassing ? nil : store.response(for: key)
        let stored = known.flatMap { $0.answers(first) ? $0 : nil }
        if let stored, state.mode == .offline || isTaken(stored, for: request) {
            return answer(with: stored, in: state.attempt)
        }
        return try await fetch(request, next, stored, in: state)
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
        _ request: Request, _ next: any HTTPConnector, _ stored: StoredResponse?, in attempt: State
    ) async throws -> ResponseStream {
        var conditional = request
        let conditions = policy == .protocol && request.isUnconditional ? stored?.conditions ?? [:] : [:]
        for (name, value) in conditions { conditional.headers[name] = value }
        let start = now()
        let stream = try await next.execute(conditional)
        let delay = max(0, now().timeIntervalSince(start))
        if stream.statusCode == 304, let stored, !conditions.isEmpty {
            guard stored.isMeant(by: stream.headers) else { return try await fetch(request, next, nil, in: attempt) }
            let refreshed = stored.refreshed(by: stream.headers, date: now(), delay: delay)
            note(refreshed, request, in: attempt)
            return answer(with: refreshed, in: attempt.attempt)
        }
        guard stream.statusCode == 200, isKept(stream.headers, of: request) else { return stream }
        let date = now()
        let response = try await stream.collected(limit: limit, for: request)
        var received = StoredResponse(response, date: date)
        (received.isRedirected, received.delay) = (attempt.isRedirected, delay)
        note(received, request, in: attempt)
        return ResponseStream(response)
    }

    private func isKept(_ headers: HTTPHeaders, of request: Request) -> Bool {
        policy != .protocol || request.isCacheable && headers.cacheDirectives["no-store"] == nil
    }

    /// Has it kept when it is a success; what must not be kept goes.
    private func note(_ response: StoredResponse, _ request: Request, in attempt: State) {
        let isKept = isKept(response.response.headers, of: request)
        let first = attempt.first ?? request
        let pending = isKept ? response.varying(with: first, isForHTTP: policy == .protocol) : nil
        if pending == nil, let key = attempt.key { store.remove(key) }
        state.change { if $0.attempt == attempt.attempt { $0.pending = pending } }
    }

    private func answer(with stored: StoredResponse, in attempt: Int) -> ResponseStream {
        state.change { if $0.attempt == attempt { $0.isAnswered = true } }
        return ResponseStream(stored.response)
    }

    // MARK: - What comes of it

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) { state.change { $0.isRedirected = true } }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        let (key, pending, removal) = state.withLock { ($0.key, $0.pending, $0.removal) }
        if let key, let pending { store.keep(pending, for: key, askedForBehind: removal) }
        state.change { $0.pending = nil }
    }

    func recovery(from failure: RecoveryContext) -> Recovery {
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
            state.change { $0.isOfflineNext = true }
            return .restart()
        default: return .giveUp
        }
    }
}
