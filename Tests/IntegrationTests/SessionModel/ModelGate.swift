import AbstractHTTP

/// Lets the requests out one after another, so that a seed decides which of two requests is first.
final class ModelGate: RequestAdapter {
    private struct Arrival: Sendable {
        let number: Int
        let caller: Int
        let release = Promise<Void>()
    }

    private struct State {
        var lastNumber = 0
        var arrivals: [Arrival] = []
    }

    private let state = LockedValue(State())

    /// The number of requests that wait to be let out.
    var count: Int { state.withLock(\.arrivals.count) }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async -> Request {
        let arrival = state.withLock { state in
            state.lastNumber += 1
            let arrival = Arrival(number: state.lastNumber, caller: ModelCaller.current?.number ?? 0)
            state.arrivals.append(arrival)
            return arrival
        }
        await withTaskCancellationHandler {
            await arrival.release.value()
        } onCancel: {
            release(arrival)
        }
        return request
    }

    /// Lets out the request of the caller with the lowest number. Returns false if there is none.
    func releaseNext() -> Bool {
        let next = state.withLock { $0.arrivals.min { $0.caller < $1.caller } }
        if let next { release(next) }
        return next != nil
    }

    private func release(_ arrival: Arrival) {
        state.withLock { state in state.arrivals.removeAll { $0.number == arrival.number } }
        arrival.release.fulfill(())
    }
}
