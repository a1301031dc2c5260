import Foundation

/// Sends a token with every request, and renews it when the server refuses it or it is about to end: once, however many
/// requests meet the old one.
///
/// Add it to a config, so that all connections share it. A request that meets a refresh waits for it, and is sent with
/// the new token; when the refresh fails, all that wait get the same error, and none is sent. A request that has an
/// `Authorization` of its own is left alone, and so is what the refresh itself sends, also over the same config. The
/// token goes to the server of ``ConnectionConfig/baseURL`` and to ``ConnectionConfig/credentialOrigins`` alone, unless
/// `appliesTo` says otherwise. If the config names no server, a request ends with ``InvalidRequest/missingOrigins``. A
/// redirect does not take the token to another server.
///
/// ```swift
/// let refresh = TokenRefresh(current: token) {
///     let answer = try await HTTP("https://auth.example.com/token").httpMethod(.post).asDecodable(Answer.self).response()
///     return AccessToken(answer.token, expiry: Date(timeIntervalSinceNow: answer.seconds))
/// }
/// config.recoveries = [refresh, Retry()]
/// ```
public final class TokenRefresh: Sendable {
    /// How often a token may be refreshed.
    public struct Limit: Hashable, Sendable {
        /// So many times …
        public var count: Int
        /// … in this time.
        public var window: Duration

        /// Makes a limit.
        public init(_ count: Int = 5, within window: Duration = .seconds(30)) {
            self.count = count
            self.window = window
        }
    }

    private let keeper: TokenRefresher
    private let applies: (@Sendable (Request) -> Bool)?
    /// How many 401s a generation recovers from: of a token that others have renewed meanwhile, and of that one.
    private static let mostRecoveries = 2

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - current: The token that there is; nil while nobody is signed in.
    ///   - margin: How long before its end a token is renewed.
    ///   - limit: More refreshes than that fail without being tried: a server that refuses what it hands out is not
    ///     asked for ever.
    ///   - appliesTo: Which requests get the token. Default: nil, those to the servers that the config names.
    ///   - clock: Measures the window of `limit`.
    ///   - date: The time of day, with which the end of a token is compared.
    ///   - refresh: Fetches a new token. Runs in a task of its own, which is canceled when nobody waits for it any
    ///     more.
    public init(
        current: AccessToken?, margin: Duration = .seconds(30), limit: Limit = Limit(),
        appliesTo: (@Sendable (Request) -> Bool)? = nil,
        clock: some Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable () async throws -> AccessToken
    ) {
        applies = appliesTo
        keeper = TokenRefresher(
            current, limit, margin: margin, watch: Stopwatch(clock), date: date, refresh: refresh)
    }

    /// The token; nil when nobody is signed in.
    public var current: AccessToken? { keeper.current }

    /// How many refreshes have begun.
    public var count: Int { keeper.count }

    /// Goes on with `token`; a refresh that runs is canceled, its result is dropped, and who waits for it gets
    /// `token`.
    public func signIn(with token: AccessToken) { keeper.replace(token) }

    /// Goes on without a token; a refresh that runs is canceled, its result is dropped, and who waits for it gets
    /// ``TokenRefreshError/signedOut``.
    public func signOut() { keeper.replace(nil) }
}

extension TokenRefresh: RequestAdapter {
    /// Attaches the token; waits for the next one where that is under way, or due.
    public func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        guard request.headers[.authorization] == nil, !keeper.isRefreshing,
            try applies(to: request, connection.config), let token = try await keeper.token()
        else { return request }
        var request = request
        request.headers[.authorization] = token.authorization.value
        return request
    }

    /// Renews a token that was refused with 401, and restarts.
    public func recovery(from failure: RecoveryContext) async -> Recovery {
        let error = failure.error
        guard error.type == .invalidResponse, error.response?.statusCode == 401, let refused = refusedToken(of: failure)
        else { return .giveUp }
        guard error.attempts.count(where: { $0.statusCode == 401 }) <= Self.mostRecoveries else {
            return .refuse(because: TokenRefreshError.rejected)
        }
        do {
            return try await keeper.token(refused: refused) == nil ? .giveUp : .restart()
        } catch {
            return .fail(.authorization, because: error)
        }
    }

    /// The credentials that were attached here and refused; none when another policy attached its own, or a redirect
    /// has led elsewhere.
    private func refusedToken(of failure: RecoveryContext) -> Authorization? {
        let refused = failure.error.request
        guard failure.request.headers[.authorization] == nil, !keeper.isRefreshing,
            (try? applies(to: failure.request, failure.connection.config)) == true,
            Origin(refused.url) == Origin(failure.adapted.url)
        else { return nil }
        return refused.headers[.authorization].map(Authorization.init).flatMap { keeper.knows($0) ? $0 : nil }
    }

    private func applies(to request: Request, _ config: ConnectionConfig) throws(InvalidRequest) -> Bool {
        if let applies { return applies(request) }
        guard !config.credentialScope.isEmpty else { throw .missingOrigins }
        return config.credentialScope.allows(request.urlText)
    }
}
