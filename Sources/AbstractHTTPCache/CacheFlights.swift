import AbstractHTTP
import Foundation

/// The exchanges that are under way, and the identical requests that wait for their responses.
final class CacheFlights: Sendable {
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

    typealias Flight = SingleFlight<Outcome>

    enum Step: Sendable {
        /// Send the request, and share its outcome with the others.
        case lead(Landing)
        case wait(flight: Int, Flight.Waiter, waiter: Int)
    }

    private struct State: Sendable {
        var flights: [String: Flight] = [:]
        var lastNumber = 0
    }

    private let state = LockedValue(State())

    /// Requests with the same key get the same response.
    static func key(of request: Request, _ key: CacheKey) -> String {
        let fields = request.headers.map { "\($0.name.rawValue.lowercased()):\($0.value)" }.sorted()
        return ([key.text] + fields).joined(separator: "\n")
    }

    func join(_ key: String) -> Step {
        let waiter = Flight.Waiter()
        return state.withLock { state in
            if let flight = state.flights[key] {
                let number = state.flights[key]?.add(waiter) ?? 0
                return .wait(flight: flight.number, waiter, waiter: number)
            }
            state.lastNumber += 1
            state.flights[key] = Flight(number: state.lastNumber)
            return .lead(Landing(flights: self, key: key, number: state.lastNumber))
        }
    }

    /// Begins a flight that nobody waits for yet. Returns nil if there is one.
    func lead(_ key: String) -> Landing? {
        state.withLock { state in
            guard state.flights[key] == nil else { return nil }
            state.lastNumber += 1
            state.flights[key] = Flight(number: state.lastNumber)
            return Landing(flights: self, key: key, number: state.lastNumber)
        }
    }

    /// Ends all flights, because their responses may be out of date. Waiting requests are then sent separately.
    func release() {
        let ended = state.withLock { state in
            defer { state.flights = [:] }
            return Array(state.flights.values)
        }
        for flight in ended {
            flight.cancel()
            flight.fulfill(.success(.unshared))
        }
    }

    /// Removes a waiter whose task was canceled.
    func leave(_ key: String, _ flight: Int, _ waiter: Int) {
        let (left, abandoned): (Flight.Waiter?, Flight?) = state.withLock { state in
            guard state.flights[key]?.number == flight else { return (nil, nil) }
            let left = state.flights[key]?.remove(waiter)
            guard let rest = state.flights[key], rest.waiterCount == 0, rest.hasTask else { return (left, nil) }
            // The source may ignore the cancellation, so no other request may join this flight.
            state.flights[key] = nil
            return (left, rest)
        }
        abandoned?.cancel()
        left?.fulfill(.failure(CancellationError()))
    }

    /// The end of a flight. The first call counts. A flight also ends when its last copy is released.
    final class Landing: Sendable {
        private let flights: CacheFlights
        private let key: String
        private let number: Int

        fileprivate init(flights: CacheFlights, key: String, number: Int) {
            (self.flights, self.key, self.number) = (flights, key, number)
        }

        deinit { land(.canceled) }

        /// Takes over the task that reads the body, after the reader of the body has left. The last waiting request
        /// that leaves cancels the task.
        ///
        /// - Returns: Whether a request waits. If none does, the flight ends.
        func adopt(_ task: Task<Void, Never>) -> Bool {
            flights.state.withLock { state in
                guard let flight = state.flights[key], flight.number == number else { return false }
                guard flight.waiterCount > 0 else {
                    state.flights[key] = nil
                    return false
                }
                state.flights[key]?.setTask(task)
                return true
            }
        }

        func land(_ outcome: Outcome) {
            let ended: Flight? = flights.state.withLock { state in
                guard let flight = state.flights[key], flight.number == number else { return nil }
                state.flights[key] = nil
                return flight
            }
            ended?.fulfill(.success(outcome))
        }
    }
}
