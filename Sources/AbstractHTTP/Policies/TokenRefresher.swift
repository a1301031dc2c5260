import Foundation

/// Holds a token, and refreshes it for all callers, one refresh at a time.
final class TokenRefresher: Sendable {
    /// The refreshes that the current task is a part of. Its requests must not wait for their own refresh.
    @TaskLocal private static var present: [ObjectIdentifier: Int] = [:]

    private let limit: TokenRefresh.Limit
    private let margin: Duration
    private let watch: Stopwatch
    private let date: @Sendable () -> Date
    private let refresh: @Sendable () async throws -> AccessToken
    private let state: LockedValue<TokenState>

    init(
        _ token: AccessToken?, user: String?, _ limit: TokenRefresh.Limit, margin: Duration, watch: Stopwatch,
        date: @escaping @Sendable () -> Date, refresh: @escaping @Sendable () async throws -> AccessToken
    ) {
        self.limit = limit
        self.margin = margin
        self.watch = watch
        self.date = date
        self.refresh = refresh
        // An initial token that has expired is stale. Only a token that was just issued is trusted in any case.
        let held = token.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date()) ?? $0.expiry) }
        state = LockedValue(TokenState(held: held, user: user))
    }

    var current: AccessToken? { state.withLock { $0.held?.token } }

    /// The number of the session.
    var session: Int { state.withLock(\.session) }

    var count: Int { state.withLock(\.refreshCount) }

    /// The number of callers that wait for the running refresh.
    var waiterCount: Int { state.withLock { $0.current?.waiterCount ?? 0 } }

    /// Whether the current task is a part of a running refresh, even of an abandoned one. After its refresh, its
    /// requests are like any others, except while another refresh is running, which may be waiting for them.
    var isRefreshing: Bool {
        guard let number = Self.present[ObjectIdentifier(self)] else { return false }
        return state.withLock { $0.running.contains(number) || $0.current != nil }
    }

    /// Whether `authorization` is or was that of a token held here.
    func knows(_ authorization: Authorization) -> Bool { state.withLock { $0.knows(authorization) } }

    /// The token, or the next one if this one was rejected, is about to expire, or is being refreshed. Nil if there is
    /// none.
    ///
    /// Throws ``TokenRefreshError``, and `CancellationError` if the task is canceled. The refresh continues for the
    /// others.
    ///
    /// - Parameter session: The session in which the caller began. Nil means the current one.
    func token(of session: Int?, rejected: Authorization? = nil) async throws -> AccessToken? {
        let (now, date) = (watch.now, date())
        let waiter = TokenState.Refresh.Waiter()
        let step = state.withLock { $0.join(waiter, session, rejected, date, limit, now) }
        switch step {
        case .ready(let token): return token
        case .failed(let error): throw error
        case .wait(let number, let waiterID, let isNew):
            if isNew { start(number) }
            return try await waiter.value { self.leave(number, waiterID) }
        }
    }

    /// Replaces or removes the token, and ends the running refresh. Its waiters get the new token, or an error if it is
    /// that of another user.
    func replace(_ token: AccessToken?, user: String? = nil) {
        let held = token.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date())) }
        let (ended, isSame) = state.withLock { $0.replace(held, user: user, isOwn: isOwn) }
        ended?.cancel()
        ended?.fulfill(isSame ? .success(token) : .failure(TokenRefreshError.signedOut))
    }

    /// Whether the current task belongs to this refresh.
    private func isOwn(_ refresh: TokenState.Refresh?) -> Bool {
        refresh != nil && refresh?.number == Self.present[ObjectIdentifier(self)]
    }

    private func start(_ number: Int) {
        let task = Task {
            var present = Self.present
            present[ObjectIdentifier(self)] = number
            let result = await Self.$present.withValue(present) {
                await Result(of: refresh)
            }
            finish(number, result)
        }
        let isOver = state.withLock { !$0.setTask(task, of: number) }
        if isOver { task.cancel() }
    }

    private func finish(_ number: Int, _ result: Result<AccessToken, any Error>) {
        let held = try? result.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date())) }.get()
        let finished = state.withLock { $0.finish(number, held) }
        let outcome = result.map(Optional.some).mapError { TokenRefreshError.failed($0) as any Error }
        finished?.fulfill(outcome)
    }

    /// Removes a canceled waiter. The last one cancels the refresh.
    private func leave(_ number: Int, _ waiterID: Int) {
        let (waiter, abandoned) = state.withLock { $0.leave(number, waiterID) }
        abandoned?.cancel()
        waiter?.fulfill(.failure(CancellationError()))
    }
}

extension AccessToken {
    /// When the token is refreshed: `margin` before its expiry, but not in the first half of its lifetime. Nil if the
    /// expiry is unknown or has passed. A past expiry means that the clock of this device or of the server is wrong.
    fileprivate func staleAt(_ margin: Duration, now: Date) -> Date? {
        guard let expiry, expiry > now else { return nil }
        let lifetime = expiry.timeIntervalSince(now)
        return expiry.addingTimeInterval(-min(margin / .seconds(1), lifetime / 2))
    }
}
