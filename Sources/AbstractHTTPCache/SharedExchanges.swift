import AbstractHTTP
import Foundation

/// The exchanges that are under way, and the identical requests that wait for their responses.
final class SharedExchanges: Sendable {
    /// How an exchange ended for the requests that wait.
    enum Outcome: Sendable {
        /// This is the response.
        case stored(CachedResponse)
        /// The response may not be shared.
        case unshared
        /// The server failed with this status code, and a stale response was used instead.
        case substituted(statusCode: Int)
        /// The leading request was canceled, or did not read the whole response. Another one must lead.
        case canceled
        /// The exchange failed.
        case failed(any Error)
    }

    typealias Exchange = SingleFlight<Outcome>

    enum Step: Sendable {
        /// Send the request, and share its outcome with the others.
        case lead(Handle)
        case wait(exchange: Int, Exchange.Waiter, waiter: Int)
    }

    private struct State: Sendable {
        var exchanges: [String: Exchange] = [:]
        var lastNumber = 0
    }

    private let state = LockedValue(State())

    /// The number of requests that wait.
    var waiterCount: Int { state.withLock { $0.exchanges.values.reduce(0) { $0 + $1.waiterCount } } }

    /// Requests with the same key get the same response.
    static func key(of request: Request, _ key: CacheKey) -> String {
        let fields = request.headers.map { "\($0.name.rawValue.lowercased()):\($0.value)" }.sorted()
        return ([key.text] + fields).joined(separator: "\n")
    }

    func join(_ key: String) -> Step {
        let waiter = Exchange.Waiter()
        return state.withLock { state in
            if let exchange = state.exchanges[key] {
                let number = state.exchanges[key]?.add(waiter) ?? 0
                return .wait(exchange: exchange.number, waiter, waiter: number)
            }
            state.lastNumber += 1
            state.exchanges[key] = Exchange(number: state.lastNumber)
            return .lead(Handle(exchanges: self, key: key, number: state.lastNumber))
        }
    }

    /// Begins an exchange that nobody waits for yet. Returns nil if there is one.
    func lead(_ key: String) -> Handle? {
        state.withLock { state in
            guard state.exchanges[key] == nil else { return nil }
            state.lastNumber += 1
            state.exchanges[key] = Exchange(number: state.lastNumber)
            return Handle(exchanges: self, key: key, number: state.lastNumber)
        }
    }

    /// Ends the exchanges with some keys, because their responses may be out of date. Waiting requests are then sent
    /// separately.
    func release(where isEnded: (String) -> Bool) {
        let ended = state.withLock { state in
            let keys = state.exchanges.keys.filter(isEnded)
            return keys.compactMap { state.exchanges.removeValue(forKey: $0) }
        }
        for exchange in ended {
            exchange.cancel()
            exchange.fulfill(.success(.unshared))
        }
    }

    /// Removes a waiter whose task was canceled.
    func leave(_ key: String, _ exchange: Int, _ waiter: Int) {
        let (left, abandoned): (Exchange.Waiter?, Exchange?) = state.withLock { state in
            guard state.exchanges[key]?.number == exchange else { return (nil, nil) }
            let left = state.exchanges[key]?.remove(waiter)
            guard let rest = state.exchanges[key], rest.waiterCount == 0, rest.hasTask else { return (left, nil) }
            // The source may ignore the cancellation, so no other request may join this exchange.
            state.exchanges[key] = nil
            return (left, rest)
        }
        abandoned?.cancel()
        left?.fulfill(.failure(CancellationError()))
    }

    /// The end of an exchange. The first call counts. An exchange also ends when its last copy is released.
    final class Handle: Sendable {
        private let exchanges: SharedExchanges
        private let key: String
        private let number: Int

        fileprivate init(exchanges: SharedExchanges, key: String, number: Int) {
            (self.exchanges, self.key, self.number) = (exchanges, key, number)
        }

        deinit { finish(.canceled) }

        /// Takes over the task that reads the body, after the reader of the body has left. The last waiting request
        /// that leaves cancels the task.
        ///
        /// - Returns: Whether a request waits. If none does, the exchange ends.
        func takeOver(_ task: Task<Void, Never>) -> Bool {
            exchanges.state.withLock { state in
                guard let exchange = state.exchanges[key], exchange.number == number else { return false }
                guard exchange.waiterCount > 0 else {
                    state.exchanges[key] = nil
                    return false
                }
                state.exchanges[key]?.setTask(task)
                return true
            }
        }

        func finish(_ outcome: Outcome) {
            let ended: Exchange? = exchanges.state.withLock { state in
                guard let exchange = state.exchanges[key], exchange.number == number else { return nil }
                state.exchanges[key] = nil
                return exchange
            }
            ended?.fulfill(.success(outcome))
        }
    }
}
