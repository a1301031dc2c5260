/// Measures how long the reader of a stream waits for the next element.
final class StreamClock: Sendable {
    private struct Actions: Sendable {
        let onFirst: @Sendable () -> Void
        let makeTimer: @Sendable () -> DeadlineTimer?
    }

    private struct State: Sendable {
        var countsChunks = true
        var hasFirst = false
        var timer: DeadlineTimer?
        /// Nil after ``stop()``.
        var actions: Actions?
    }

    private let state: LockedValue<State>

    /// - Parameters:
    ///   - onFirst: Called when the first element arrives.
    ///   - makeTimer: Returns the timer for the next element, or nil if there is no deadline.
    init(onFirst: @escaping @Sendable () -> Void, makeTimer: @escaping @Sendable () -> DeadlineTimer?) {
        state = LockedValue(State(actions: Actions(onFirst: onFirst, makeTimer: makeTimer)))
    }

    /// Called when the reader begins or continues to wait.
    func start() {
        let actions = state.withLock { $0.hasFirst && $0.timer == nil ? $0.actions : nil }
        guard let timer = actions?.makeTimer() else { return }
        let isStarted = state.withLock { state in
            guard state.actions != nil, state.timer == nil else { return false }
            state.timer = timer
            return true
        }
        if !isStarted { timer.stop() }
    }

    func countElements() { state.withLock { $0.countsChunks = false } }

    func didReadChunk() {
        if state.withLock(\.countsChunks) { didReadElement() }
    }

    func didReadElement() {
        let (onFirst, timer) = state.withLock { state -> ((@Sendable () -> Void)?, DeadlineTimer?) in
            guard let actions = state.actions else { return (nil, nil) }
            let result = (state.hasFirst ? nil : actions.onFirst, state.timer)
            (state.hasFirst, state.timer) = (true, nil)
            return result
        }
        timer?.stop()
        onFirst?()
    }

    /// Stops for good, because nobody waits anymore, and releases what the clock calls.
    func stop() {
        let (timer, actions) = state.withLock { state in
            defer { (state.actions, state.timer) = (nil, nil) }
            return (state.timer, state.actions)
        }
        timer?.stop()
        withExtendedLifetime(actions) {}
    }
}
