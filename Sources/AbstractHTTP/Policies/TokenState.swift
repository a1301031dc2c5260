import Foundation

/// A token, and when it is to be renewed.
struct HeldToken: Sendable {
    let token: AccessToken
    let staleAt: Date?
}

/// What a keeper of tokens decides, without a lock or a wait.
struct TokenState: Sendable {
    /// A refresh that runs, and who waits for it.
    struct Flight: Sendable {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: TokenKeeper.Waiter] = [:]

        /// Tells everybody who waits.
        func fulfil(_ result: Result<AccessToken?, any Error>) {
            for waiter in waiters.values { waiter.fulfil(result) }
        }
    }

    /// What somebody who wants a token does.
    enum Step {
        case ready(AccessToken?)
        /// Waits for a flight, which is to begin when it is new.
        case wait(flight: Int, waiter: Int, isNew: Bool)
        case failed(TokenRefreshError)
    }

    private(set) var held: HeldToken?
    private(set) var flight: Flight?
    private(set) var flightCount = 0
    /// The flights whose refresh has not returned, also when nobody waits for it any more.
    private(set) var running: Set<Int> = []
    private var waiterCount = 0
    /// When the latest flights began, on the clock of the keeper.
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
        _ waiter: TokenKeeper.Waiter, _ refused: Authorization?, _ date: Date, _ limit: TokenRefresh.Limit,
        _ now: Duration
    ) -> Step {
        guard let held else { return .ready(nil) }
        let isNew = flight == nil
        if isNew {
            let isStale = held.staleAt.map { $0 <= date } ?? false
            guard isStale || held.token.authorization == refused else { return .ready(held.token) }
            beginnings.removeAll { now - $0 >= limit.window }
            guard beginnings.count < limit.count else {
                return .failed(.tooMany(limit: limit.count, window: limit.window))
            }
            beginnings.append(now)
            flightCount += 1
            running.insert(flightCount)
            flight = Flight(number: flightCount)
        }
        waiterCount += 1
        flight?.waiters[waiterCount] = waiter
        return .wait(flight: flightCount, waiter: waiterCount, isNew: isNew)
    }

    /// Takes out the flight that runs.
    mutating func endFlight() -> Flight? {
        defer { flight = nil }
        return flight
    }

    /// A flight has ended, with a token or none; nil when somebody has ended it before: then its result is dropped.
    mutating func land(_ number: Int, _ next: HeldToken?) -> Flight? {
        running.remove(number)
        guard flight?.number == number else { return nil }
        if let next { hold(next) }
        return endFlight()
    }

    /// Takes out a waiter, and the flight with the last one; it does not count for the limit, since nobody refused what
    /// it fetched.
    mutating func leave(_ number: Int, _ waiterID: Int) -> (TokenKeeper.Waiter?, abandoned: Flight?) {
        guard flight?.number == number, let waiter = flight?.waiters.removeValue(forKey: waiterID) else {
            return (nil, nil)
        }
        guard flight?.waiters.isEmpty == true else { return (waiter, nil) }
        _ = beginnings.popLast()
        return (waiter, endFlight())
    }

    /// Notes the task of the flight, to cancel it by; false when it has ended.
    mutating func setTask(_ task: Task<Void, Never>, of number: Int) -> Bool {
        guard flight?.number == number else { return false }
        flight?.task = task
        return true
    }
}
