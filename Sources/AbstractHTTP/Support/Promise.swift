/// A value that is set once. The first `fulfill` wins, and any number of tasks can wait. Copies are the same promise.
@usableFromInline
package struct Promise<Value: Sendable>: Sendable {
    @usableFromInline
    enum State: Sendable {
        case empty
        case awaited([Waiter])
        case fulfilled(Value)
    }

    // The continuation carries no value, because the thread sanitizer reports its result slot on Linux.
    @usableFromInline let state = LockedValue(State.empty)

    @inlinable
    package init() {}

    /// The value, or nil until it is set.
    @inlinable
    package var current: Value? {
        state.withLock { state in
            guard case .fulfilled(let value) = state else { return nil }
            return value
        }
    }

    /// Sets the value and wakes the waiting tasks. Returns whether this call was the first.
    @inlinable
    @discardableResult
    package func fulfill(_ value: Value) -> Bool {
        let (isFirst, waiters) = state.withLock { state -> (Bool, [Waiter]) in
            switch state {
            case .fulfilled:
                return (false, [])
            case .empty:
                state = .fulfilled(value)
                return (true, [])
            case .awaited(let waiters):
                state = .fulfilled(value)
                return (true, waiters)
            }
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until the value is set. Canceling a waiting task has no effect.
    @inlinable
    package func value() async -> Value {
        while true {
            if let current { return current }
            await Waiter.wait { waiter in
                let isFulfilled = state.withLock { state in
                    switch state {
                    case .fulfilled: return true
                    case .empty: state = .awaited([waiter])
                    case .awaited(var waiters):
                        // Append in place, because many may wait.
                        state = .empty
                        waiters.append(waiter)
                        state = .awaited(waiters)
                    }
                    return false
                }
                if isFulfilled { waiter.resume() }
            }
        }
    }
}
