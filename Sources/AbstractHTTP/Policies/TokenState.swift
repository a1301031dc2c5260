import Foundation

/// A token, and when it is to be renewed.
struct HeldToken: Sendable {
    let token: AccessToken
    let staleAt: Date?
}

/// What a token refresher decides, without a lock or a wait.
struct TokenState: Sendable {
    /// A refresh, and the requests that wait for its token.
    typealias Refresh = SingleFlight<AccessToken?>

    /// What somebody who wants a token does.
    enum Step {
        case ready(AccessToken?)
        /// Waits for a refresh, which the caller begins when it is new.
        case wait(refresh: Int, waiter: Int, isNew: Bool)
        case failed(TokenRefreshError)
    }

    private(set) var held: HeldToken?
    private(set) var current: Refresh?
    private(set) var refreshCount = 0
    /// The refreshes whose refresh has not returned, also when nobody waits for it any more.
    private(set) var running: Set<Int> = []
    /// When the latest refreshes began, on the clock of the refresher.
    private var beginnings: [Duration] = []

    /// The credentials that were held, the latest last, and not more than a request can outlive.
    private var known: [Authorization] = []
    private static let mostKnown = 64

    init(held: HeldToken?) {
        hold(held)
    }

    /// Goes on with `next`.
    mutating func hold(_ next: HeldToken?) {
        held = next
        if let next { known = known.suffix(Self.mostKnown - 1) + [next.token.authorization] }
    }

    /// Whether `authorization` is or was that of a token.
    func knows(_ authorization: Authorization) -> Bool { known.contains(authorization) }

    /// Somebody wants a token: another one than that which was `refused`, and one that is good at `date`.
    mutating func join(
        _ waiter: Refresh.Waiter, _ refused: Authorization?, _ date: Date, _ limit: TokenRefresh.Limit,
        _ now: Duration
    ) -> Step {
        guard let held else { return .ready(nil) }
        let isNew = current == nil
        if isNew {
            let isStale = held.staleAt.map { $0 <= date } ?? false
            guard isStale || held.token.authorization == refused else { return .ready(held.token) }
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

    /// Takes out the refresh that runs.
    mutating func endRefresh() -> Refresh? {
        defer { current = nil }
        return current
    }

    /// A refresh has ended, with a token or none; nil when somebody has ended it before: then its result is dropped.
    mutating func finish(_ number: Int, _ next: HeldToken?) -> Refresh? {
        running.remove(number)
        guard current?.number == number else { return nil }
        if let next { hold(next) }
        return endRefresh()
    }

    /// Takes out a waiter, and the refresh with the last one; it does not count for the limit, since nobody refused
    /// what it fetched.
    mutating func leave(_ number: Int, _ waiterID: Int) -> (Refresh.Waiter?, abandoned: Refresh?) {
        guard current?.number == number, let waiter = current?.remove(waiterID) else {
            return (nil, nil)
        }
        guard current?.waiterCount == 0 else { return (waiter, nil) }
        _ = beginnings.popLast()
        return (waiter, endRefresh())
    }

    /// Notes the task of the refresh, to cancel it by; false when it has ended.
    mutating func setTask(_ task: Task<Void, Never>, of number: Int) -> Bool {
        guard current?.number == number else { return false }
        current?.setTask(task)
        return true
    }
}
