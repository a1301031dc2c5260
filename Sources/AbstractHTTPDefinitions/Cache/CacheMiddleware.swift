import AbstractHTTP
import AbstractHTTPCache
import Foundation

/// Applies the cache policy and offline policy of one request. It answers from the store and stores successes.
///
/// The policy `protocol` follows the rules of `AbstractHTTPCache`. The others store any response with the status 200.
final class CacheMiddleware: ConnectionListener, HTTPMiddleware, RequestAdapter, ConnectionResponseListener {
    private enum Mode {
        case asThePolicySays
        /// The server cannot be reached.
        case offline
        /// The stored response was unusable.
        case bypassing
    }

    private struct State {
        var mode = Mode.asThePolicySays
        /// Whether the next attempt is answered from the store.
        var isOfflineNext = false
        var attempt = Attempt()
        /// Whether the response came from the store.
        var isAnswered = false
        /// The response to store after a success.
        var pending: CachedResponse?
    }

    /// The state of one attempt. An earlier attempt may still be running.
    fileprivate struct Attempt {
        var number = 0
        var key: ResponseKey?
        var credentials = AttemptCredentials()
        /// The names of the request's fields that contain credentials.
        var credentialFields: [HTTPHeaderName] = []
        /// The number of the last removal before the attempt.
        var removal = 0
        /// The first request, after middleware changed it, without the credentials that the account represents.
        var first: CacheRequest?
        var isRedirected = false
    }

    private let store: ResponseStore
    private let rules = CacheRules()
    private let policy: Definition.CachePolicy
    private let expire: TimeInterval
    private let offlinePolicy: Definition.OfflinePolicy
    private let credentials: LockedValue<AttemptCredentials>
    private let limit: Int
    private let now: @Sendable () -> Date
    private let state = LockedValue(State())

    /// Returns nil if the definition stores nothing.
    ///
    /// - Parameter credentials: The credentials of the attempt that is being built.
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

    /// Whether the response came from the store.
    var isAnswered: Bool { state.withLock(\.isAnswered) }

    // MARK: - The request

    func onStart(connection: any ConnectionTask, request: Request) {
        state.change { ($0.mode, $0.isOfflineNext) = (.asThePolicySays, false) }
    }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        let credentials = credentials.withLock { $0 }
        let (key, removal) = (ResponseKey(request, credentials), store.lastRemoval)
        state.change { state in
            let number = state.attempt.number + 1
            state.attempt = Attempt(
                number: number, key: key, credentials: credentials,
                credentialFields: credentials.names(in: request), removal: removal)
            (state.isAnswered, state.pending) = (false, nil)
            if state.mode != .bypassing { state.mode = state.isOfflineNext ? .offline : .asThePolicySays }
            state.isOfflineNext = false
        }
        return request
    }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        let (attempt, mode) = state.withLock { state in
            if !state.attempt.isRedirected {
                // A request for a page on another server has lost its credentials, and the key does not identify it.
                if state.attempt.hasLostCredentials(in: request) { state.attempt.key = nil }
                state.attempt.noteFirst(request)
            }
            return (state.attempt, state.mode)
        }
        guard let key = attempt.key, let first = attempt.first else { return try await next.execute(request) }
        let isLookedUp = !attempt.isRedirected && mode != .bypassing
        let stored = isLookedUp ? store.responses(for: key).last(where: first.matches) : nil
        if let stored, mode == .offline || isUsed(stored, for: first) { return answer(with: stored, in: attempt) }
        return try await fetch(request, next, stored, in: attempt)
    }

    private func isUsed(_ stored: CachedResponse, for request: CacheRequest) -> Bool {
        switch policy {
        case .always: return true
        case .expire: return now().timeIntervalSince(stored.responseTime) < expire && now() >= stored.responseTime
        case .protocol:
            // Ranges are not served from stored responses.
            guard request.headers["Range"] == nil,
                case .respond = rules.decision(for: request, stored: [stored], at: now()).action
            else { return false }
            return true
        case .default, .noCache: return false
        }
    }

    private func fetch(
        _ request: Request, _ next: any HTTPConnector, _ stored: CachedResponse?, in attempt: Attempt
    ) async throws -> ResponseStream {
        let validated = stored.flatMap { isValidated($0, for: attempt) ? $0 : nil }
        var conditional = request
        if let validated {
            conditional.headers.set("If-None-Match", to: validated.headers.fields(for: "ETag"))
            conditional.headers["If-Modified-Since"] = validated.headers["Last-Modified"]
        }
        let sent = now()
        let stream = try await next.execute(conditional)
        if stream.statusCode == 304, let validated, let first = attempt.first {
            guard rules.isMeant(validated, by: stream.headers) else {
                return try await fetch(request, next, nil, in: attempt)
            }
            let response = rules.freshened(validated, by: stream.headers, of: first, sent: sent, received: now())
            note(response, request, in: attempt)
            return answer(with: response, in: attempt)
        }
        guard stream.statusCode == 200, let first = attempt.first else { return stream }
        guard isStored(stream.headers, CacheRequest(request)) else {
            remove(attempt)
            return stream
        }
        let received = now()
        let response = try await stream.collected(limit: limit, for: request)
        let headers = attempt.isRedirected ? response.headers.withoutValidity : response.headers
        note(rules.stored(200, headers, response.data, of: first, sent: sent, received: received), request, in: attempt)
        return ResponseStream(response)
    }

    private func isValidated(_ stored: CachedResponse, for attempt: Attempt) -> Bool {
        guard policy == .protocol, let first = attempt.first, first.headers["Range"] == nil else { return false }
        return switch rules.decision(for: first, stored: [stored], at: now()).action {
        // There is no background refresh.
        case .validate, .respondAndRefresh: true
        default: false
        }
    }

    private func isStored(_ headers: HTTPHeaders, _ request: CacheRequest) -> Bool {
        guard policy == .protocol else { return true }
        return request.method == .get && request.headers["Range"] == nil
            && rules.reasonNotToStore(200, headers, request) == nil
            && !headers.dependsOnCookies(unknownTo: request)
    }

    /// Notes the response to store if the request succeeds.
    private func note(_ response: CachedResponse, _ request: Request, in attempt: Attempt) {
        guard isStored(response.headers, CacheRequest(request)) else { return remove(attempt) }
        state.change { if $0.attempt.number == attempt.number { $0.pending = response } }
    }

    private func remove(_ attempt: Attempt) {
        if let key = attempt.key { store.remove(key) }
    }

    private func answer(with stored: CachedResponse, in attempt: Attempt) -> ResponseStream {
        state.change { if $0.attempt.number == attempt.number { $0.isAnswered = true } }
        return ResponseStream(stored.response)
    }

    // MARK: - The outcome

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) {
        state.change { $0.attempt.isRedirected = true }
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        let (attempt, pending) = state.withLock { ($0.attempt, $0.pending) }
        if let key = attempt.key, let pending { store.insert(pending, for: key, requestedAfter: attempt.removal) }
        state.change { $0.pending = nil }
    }

    func recovery(from failure: RecoveryContext) -> Recovery {
        let (mode, key, isAnswered) = state.withLock { ($0.mode, $0.attempt.key, $0.isAnswered) }
        guard let key else { return .giveUp }
        switch failure.error.type {
        case .parse, .invalidResponse, .validation:
            guard isAnswered else { return .giveUp }
            store.remove(key)
            state.change { $0.mode = .bypassing }
            return .restart()
        case .network, .timeout:
            guard offlinePolicy == .loadCache, mode != .offline, !store.responses(for: key).isEmpty else {
                return .giveUp
            }
            state.change { $0.isOfflineNext = true }
            return .restart()
        default: return .giveUp
        }
    }
}

extension CacheMiddleware.Attempt {
    fileprivate func hasLostCredentials(in request: Request) -> Bool {
        credentialFields.contains { request.headers[$0] == nil }
    }

    fileprivate mutating func noteFirst(_ request: Request) {
        var request = credentials.withoutCredentials(request)
        // Changes that middleware makes to the URL do not make it a different request.
        if let url = key.flatMap({ URL(string: $0.url) }) { request.url = url }
        first = CacheRequest(request)
    }
}

extension CachedResponse {
    fileprivate var response: Response {
        Response(statusCode: statusCode, headers: headers, data: body, url: URL(string: url))
    }
}

extension HTTPHeaders {
    /// The header fields to store for a redirected response. It is never fresh and cannot be revalidated, because it
    /// belongs to a different URL than the first request.
    fileprivate var withoutValidity: HTTPHeaders {
        HTTPHeaders(filter { !["Cache-Control", "Expires", "ETag", "Last-Modified"].contains($0.name) })
    }

    /// Returns whether `Vary` names `Cookie` and the request has no cookies. A cookie jar may add them later.
    fileprivate func dependsOnCookies(unknownTo request: CacheRequest) -> Bool {
        let names = values(for: "Vary").flatMap { $0.split(separator: ",") }
        return request.headers[.cookie] == nil
            && names.contains { $0.trimmingCharacters(in: .whitespaces).lowercased() == "cookie" }
    }
}
