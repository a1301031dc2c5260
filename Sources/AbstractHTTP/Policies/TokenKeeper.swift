import Dispatch
import Foundation

/// Holds a token, and renews it in one flight at a time for all that want another one.
final class TokenKeeper: Sendable {
    typealias Waiter = Promise<Result<AccessToken?, any Error>>

    /// The flights of which the present task is a part: what it sends must not wait for itself.
    @TaskLocal private static var flying: [ObjectIdentifier: Int] = [:]

    private let limit: TokenRefresh.Limit
    private let margin: Duration
    private let watch: Stopwatch
    private let date: @Sendable () -> Date
    private let refresh: @Sendable () async throws -> AccessToken
    private let state: Guarded<TokenState>

    init(
        _ token: AccessToken?, _ limit: TokenRefresh.Limit, margin: Duration, watch: Stopwatch,
        date: @escaping @Sendable () -> Date, refresh: @escaping @Sendable () async throws -> AccessToken
    ) {
        self.limit = limit
        self.margin = margin
        self.watch = watch
        self.date = date
        self.refresh = refresh
        // A token that has ended already is as stale as one can be; only one that was just handed out is believed in.
        let held = token.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date()) ?? $0.expiry) }
        state = Guarded(TokenState(held: held))
    }

    var current: AccessToken? { state.withLock { $0.held?.token } }

    var count: Int { state.withLock(\.flightCount) }

    /// Whether the present task is a part of a refresh that runs, also of one that was given up. What outlives its
    /// refresh is a request like any other; but not while another one runs, which may be waiting for it.
    var isRefreshing: Bool {
        guard let flight = Self.flying[ObjectIdentifier(self)] else { return false }
        return state.withLock { $0.running.contains(flight) || $0.flight != nil }
    }

    /// Whether `authorization` is or was that of a token from here.
    func knows(_ authorization: Authorization) -> Bool { state.withLock { $0.knows(authorization) } }

    /// The token, or the next one: when it was refused, or is about to end, or is being renewed already. Nil when there
    /// is none.
    ///
    /// Throws ``TokenRefreshError``, and `CancellationError` when the task is cancelled; the flight goes on for the
    /// others.
    func token(refused: Authorization? = nil) async throws -> AccessToken? {
        let (now, date) = (watch.now, date())
        let waiter = Waiter()
        let step = state.withLock { $0.join(waiter, refused, date, limit, now) }
        switch step {
        case .ready(let token): return token
        case .failed(let error): throw error
        case .wait(let flight, let waiterID, let isNew):
            if isNew { takeOff(flight) }
            let result = await withTaskCancellationHandler {
                await waiter.value()
            } onCancel: {
                DispatchQueue.global().async { self.leave(flight, waiterID) }
            }
            return try result.get()
        }
    }

    /// Goes on with another token, or none; who waits gets it.
    func replace(_ token: AccessToken?) {
        let held = token.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date())) }
        let flight = state.withLock { state in
            state.hold(held)
            return state.endFlight()
        }
        flight?.task?.cancel()
        let result = token.map { Result<AccessToken?, any Error>.success($0) } ?? .failure(TokenRefreshError.signedOut)
        flight?.fulfil(result)
    }

    private func takeOff(_ flight: Int) {
        let task = Task {
            var flying = Self.flying
            flying[ObjectIdentifier(self)] = flight
            let result = await Self.$flying.withValue(flying) {
                await Result(of: refresh)
            }
            land(flight, result)
        }
        let isOver = state.withLock { !$0.setTask(task, of: flight) }
        if isOver { task.cancel() }
    }

    private func land(_ flight: Int, _ result: Result<AccessToken, any Error>) {
        let held = try? result.map { HeldToken(token: $0, staleAt: $0.staleAt(margin, now: date())) }.get()
        let landed = state.withLock { $0.land(flight, held) }
        let outcome = result.map(Optional.some).mapError { TokenRefreshError.failed($0) as any Error }
        landed?.fulfil(outcome)
    }

    /// A waiter was cancelled: it goes, and the last one takes the flight with it.
    private func leave(_ flight: Int, _ waiterID: Int) {
        let (waiter, abandoned) = state.withLock { $0.leave(flight, waiterID) }
        abandoned?.task?.cancel()
        waiter?.fulfil(.failure(CancellationError()))
    }
}

extension AccessToken {
    /// When it is renewed: `margin` before its end, but not in the first half of its time. Nil when it tells no end, or
    /// has ended already: then the clock here is wrong, or that of the server.
    fileprivate func staleAt(_ margin: Duration, now: Date) -> Date? {
        guard let expiry, expiry > now else { return nil }
        let lifetime = expiry.timeIntervalSince(now)
        return expiry.addingTimeInterval(-min(margin / .seconds(1), lifetime / 2))
    }
}
