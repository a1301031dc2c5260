import Foundation

/// A token, and when to refresh it.
struct HeldToken: Sendable {
    let token: AccessToken
    let staleAt: Date?
}

/// The decisions of a token refresher, without a lock or a wait.
struct TokenState: Sendable {
    /// A refresh, and the requests that wait for its token.
    typealias Refresh = SingleFlight<AccessToken?>

    /// What a caller that wants a token does.
    enum Step {
        case ready(AccessToken?)
        /// Waits for a refresh. If it is new, the caller starts it.
        case wait(refresh: Int, waiter: Int, isNew: Bool)
        case failed(TokenRefreshError)
    }

    private(set) var held: HeldToken?
    /// The number of the session. It grows when the user signs out, and when another one signs in.
    private(set) var session = 0
    /// The user of the session, as the app identifies it.
    private var user: String?
    private(set) var current: Refresh?
    private(set) var refreshCount = 0
    /// The refreshes whose closures have not returned, even if nobody waits for them anymore.
    private(set) var running: Set<Int> = []
    /// When the latest refreshes began, on the clock of the refresher.
    private var beginnings: [Duration] = []

    /// The credentials that were held, latest last. Only the latest are kept, because no request outlives that many.
    private var known: [Authorization] = []
    private static let mostKnown = 64

    init(held: HeldToken?, user: String? = nil) {
        self.user = user
        hold(held)
    }

    /// Replaces the token of a user, or signs the user out. Returns the running refresh, which ends, and whether the
    /// session stays the same.
    mutating func replace(_ next: HeldToken?, user: String?, isOwn: (Refresh?) -> Bool) -> (Refresh?, isSame: Bool) {
        let isSame = next != nil && (held == nil || user == nil || user == self.user)
        if !isSame { session += 1 }
        self.user = isSame ? user ?? self.user : user
        hold(next)
        // A refresh that signs in by itself counts toward the limit.
        return (isOwn(current) ? endRefresh() : abandonRefresh(), isSame)
    }

    /// Replaces the token with `next`.
    private mutating func hold(_ next: HeldToken?) {
        held = next
        if let next { known = known.suffix(Self.mostKnown - 1) + [next.token.authorization] }
    }

    /// Whether `authorization` is or was that of a held token.
    func knows(_ authorization: Authorization) -> Bool { known.contains(authorization) }

    /// Returns what a caller does to get a token that is neither `rejected` nor stale at `date`.
    ///
    /// - Parameter began: The session in which the caller began. Nil means the current one.
    mutating func join(
        _ waiter: Refresh.Waiter, _ began: Int?, _ rejected: Authorization?, _ date: Date,
        _ limit: TokenRefresh.Limit, _ now: Duration
    ) -> Step {
        guard began == nil || began == session else { return .failed(.signedOut) }
        guard let held else { return .ready(nil) }
        let isNew = current == nil
        if isNew {
            let isStale = held.staleAt.map { $0 <= date } ?? false
            guard isStale || held.token.authorization == rejected else { return .ready(held.token) }
            beginnings.removeAll { now - $0 >= limit.window }
            guard beginnings.count < limit.count else {
                return .failed(.tooMany(limit: limit.count, window: limit.window))
            }
            beginnings.append(now)
            refreshCount += 1
            running.insert(refreshCount)
            current = Refresh(number: refreshCount)
        }
        let number = current?.add(waiter) ?? 0
        return .wait(refresh: refreshCount, waiter: number, isNew: isNew)
    }

    /// Removes and returns the running refresh.
    mutating func endRefresh() -> Refresh? {
        defer { current = nil }
        return current
    }

    /// Removes and returns the running refresh, which is canceled. It then does not count toward the limit, because
    /// nobody rejected its token.
    mutating func abandonRefresh() -> Refresh? {
        guard let refresh = endRefresh() else { return nil }
        _ = beginnings.popLast()
        return refresh
    }

    /// Ends a refresh, with a token or none. Returns nil if it had already ended. Its result is then dropped.
    mutating func finish(_ number: Int, _ next: HeldToken?) -> Refresh? {
        running.remove(number)
        guard current?.number == number else { return nil }
        if let next { hold(next) }
        return endRefresh()
    }

    /// Removes a waiter, and the refresh if it was the last waiter.
    mutating func leave(_ number: Int, _ waiterID: Int) -> (Refresh.Waiter?, abandoned: Refresh?) {
        guard current?.number == number, let waiter = current?.remove(waiterID) else {
            return (nil, nil)
        }
        guard current?.waiterCount == 0 else { return (waiter, nil) }
        return (waiter, abandonRefresh())
    }

    /// Stores the task of the refresh, so that it can be canceled. Returns false if the refresh has ended.
    mutating func setTask(_ task: Task<Void, Never>, of number: Int) -> Bool {
        guard current?.number == number else { return false }
        current?.setTask(task)
        return true
    }
}
