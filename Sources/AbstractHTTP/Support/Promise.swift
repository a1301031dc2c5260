/// A value that arrives once: the first `fulfil` wins, and one task may await it. Copies are the same promise.
package struct Promise<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Void, Never>)
        case fulfilled(Value)
    }

    // The continuation carries no value: the thread sanitizer reports its result slot on Linux.
    private let state = Guarded(State.empty)

    package init() {}

    /// The value, when it is there.
    package var current: Value? {
        state.withLock { state in
            guard case .fulfilled(let value) = state else { return nil }
            return value
        }
    }

    /// Sets the value and wakes who awaits it; returns whether this call was the first.
    @discardableResult
    package func fulfil(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            switch state {
            case .fulfilled:
                return (false, nil)
            case .empty:
                state = .fulfilled(value)
                return (true, nil)
            case .awaited(let waiter):
                state = .fulfilled(value)
                return (true, waiter)
            }
        }
        waiter?.resume()
        return isFirst
    }

    /// Waits until the value is there. One task may wait; cancelling it changes nothing.
    package func value() async -> Value {
        while true {
            if let current { return current }
            await withCheckedContinuation { continuation in
                let isFulfilled = state.withLock { state in
                    if case .fulfilled = state { return true }
                    state = .awaited(continuation)
                    return false
                }
                if isFulfilled { continuation.resume() }
            }
        }
    }
}
