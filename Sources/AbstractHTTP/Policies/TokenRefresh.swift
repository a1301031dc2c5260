import Foundation

/// Sends a token with every request, and refreshes the token when it is about to expire or the server rejects it. There
/// is one refresh, however many requests need the new token.
///
/// Add one to a config, so that all connections share it. During a refresh, requests wait and are then sent with the
/// new token. If the refresh fails, all of them fail with the same error, and none is sent. Requests that set their own
/// `Authorization` do not change, and neither do the requests of the refresh itself, even with the same config. Only
/// the server of ``ConnectionConfig/baseURL`` and ``ConnectionConfig/credentialOrigins`` receive the token, unless
/// `appliesTo` decides otherwise. If the config names no server, a request fails with
/// ``InvalidRequest/missingOrigins``. A redirect to another server drops the token.
///
/// ```swift
/// let refresh = TokenRefresh(current: token) {
///     let answer = try await HTTP("https://auth.example.com/token").method(.post).asDecodable(Answer.self).response()
///     return AccessToken(answer.token, expiry: Date(timeIntervalSinceNow: answer.seconds))
/// }
/// config.policies = [refresh, Retry()]
/// ```
public final class TokenRefresh: Sendable {
    /// How often a token can be refreshed.
    ///
    /// ```swift
    /// let limit = TokenRefresh.Limit(3, within: .seconds(60))
    /// let refresh = TokenRefresh(current: token, limit: limit) { try await fetch() }
    /// ```
    public struct Limit: Hashable, Sendable {
        /// The number of refreshes.
        public var count: Int
        /// The time in which that number of refreshes is allowed.
        public var window: Duration

        /// Creates a limit.
        public init(_ count: Int = 5, within window: Duration = .seconds(30)) {
            self.count = count
            self.window = window
        }
    }

    private let refresher: TokenRefresher
    private let applies: (@Sendable (Request) -> Bool)?
    /// How many 401s a generation recovers from. The server may reject a token that another request has refreshed,
    /// and then the new token.
    private static let mostRecoveries = 2

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - current: The current token, nil if the user is not signed in, or ``AccessToken/expired`` to fetch a token
    ///     with the first request.
    ///   - user: Identifies the user of the token. See ``signIn(with:user:)``.
    ///   - margin: How long before its expiry a token is refreshed.
    ///   - limit: How many refreshes are allowed. Further ones fail immediately, so that a server that rejects its own
    ///     tokens is not asked forever.
    ///   - appliesTo: Returns whether a request receives the token. Default: nil (requests to the servers that the
    ///     config names).
    ///   - clock: The clock that measures the window of `limit`.
    ///   - date: Returns the current date, which is compared with the expiry of a token.
    ///   - refresh: Fetches a new token. It runs in its own task, which is canceled when no request waits for it
    ///     anymore.
    public init(
        current: AccessToken?, user: String? = nil, margin: Duration = .seconds(30), limit: Limit = Limit(),
        appliesTo: (@Sendable (Request) -> Bool)? = nil,
        clock: some Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable () async throws -> AccessToken
    ) {
        applies = appliesTo
        refresher = TokenRefresher(
            current, user: user, limit, margin: margin, watch: Stopwatch(clock), date: date, refresh: refresh)
    }

    /// The current token, or nil if the user is not signed in.
    public var current: AccessToken? { refresher.current }

    /// The number of refreshes that were started.
    public var count: Int { refresher.count }

    /// The number of requests that wait for the running refresh.
    package var waiterCount: Int { refresher.waiterCount }

    /// Sets the token. A running refresh is canceled, and the requests that wait for it are sent with `token`.
    ///
    /// A token of another user begins a new session, as after ``signOut()``.
    ///
    /// - Parameters:
    ///   - token: The new token.
    ///   - user: Identifies the user. If another user is signed in, or one without an identifier, the token is that of
    ///     another user. If it is nil, the token is one of the user who is signed in.
    public func signIn(with token: AccessToken, user: String? = nil) { refresher.replace(token, user: user) }

    /// Removes the token, and begins a new session. A running refresh is canceled.
    ///
    /// A connection belongs to the session in which it was started. If it needs a token in a later session, such as for
    /// a retry or the next poll, it fails with ``TokenRefreshError/signedOut``.
    public func signOut() { refresher.replace(nil) }
}

extension TokenRefresh: SessionHolder {
    package var session: Int { refresher.session }
}

extension TokenRefresh: RequestAdapter {
    /// Adds the token to the request. If a refresh is running or due, this method waits for the new token.
    public func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        guard request.headers[.authorization] == nil, !refresher.isRefreshing,
            try applies(to: request, connection.config),
            let token = try await refresher.token(of: request.sessions?.number(of: self))
        else { return request }
        var request = request
        request.headers[.authorization] = token.authorization.value
        return request
    }

    /// Refreshes a token that the server rejected with 401, and restarts the attempt.
    ///
    /// If a redirect has replaced the method, the server has processed the request. Then only a request that is safe to
    /// repeat is restarted. The failure of any other request stands, and the new token is kept.
    public func recovery(from failure: RecoveryContext) async -> Recovery {
        let error = failure.error
        guard error.type == .invalidResponse, error.response?.statusCode == 401,
            let rejected = rejectedToken(of: failure)
        else { return .giveUp }
        guard error.attempts.count(where: { $0.statusCode == 401 }) <= Self.mostRecoveries else {
            return .decline(because: TokenRefreshError.rejected)
        }
        do {
            let session = failure.request.sessions?.number(of: self)
            guard try await refresher.token(of: session, rejected: rejected) != nil else { return .giveUp }
        } catch {
            return .fail(.authorization, because: error)
        }
        guard failure.canRestart else {
            return .decline(because: NotRetriedReason.notIdempotent(failure.adapted.method))
        }
        return .restart()
    }

    /// The rejected credentials, if this policy added them. Nil if another policy added its own, or if a redirect led
    /// to another server.
    private func rejectedToken(of failure: RecoveryContext) -> Authorization? {
        let rejected = failure.error.request
        guard failure.request.headers[.authorization] == nil, !refresher.isRefreshing,
            (try? applies(to: failure.request, failure.connection.config)) == true,
            Origin(rejected.url) == Origin(failure.adapted.url)
        else { return nil }
        return rejected.headers[.authorization].map(Authorization.init).flatMap { refresher.knows($0) ? $0 : nil }
    }

    private func applies(to request: Request, _ config: ConnectionConfig) throws(InvalidRequest) -> Bool {
        if let applies { return applies(request) }
        guard !config.credentialScope.isEmpty else { throw .missingOrigins }
        return config.credentialScope.allows(request.urlText)
    }
}

extension RecoveryContext {
    /// Whether another attempt cannot repeat what the server has already done.
    fileprivate var canRestart: Bool {
        error.request.method == adapted.method || adapted.method.isIdempotent || adapted.headers[.idempotencyKey] != nil
    }
}
