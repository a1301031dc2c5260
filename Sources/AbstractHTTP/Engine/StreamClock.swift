/// Measures how long the reader of a stream waits for the next element.
final class StreamClock: Sendable {
    private struct State: Sendable {
        var countsChunks = true
        var hasFirst = false
        var isStopped = false
        var timer: DeadlineTimer?
    }

    private let state = LockedValue(State())
    private let onFirst: @Sendable () -> Void
    private let makeTimer: @Sendable () -> DeadlineTimer?

    /// - Parameters:
    ///   - onFirst: Called when the first element arrives.
    ///   - makeTimer: Returns the timer for the next element, or nil if there is no deadline.
    init(onFirst: @escaping @Sendable () -> Void, makeTimer: @escaping @Sendable () -> DeadlineTimer?) {
        (self.onFirst, self.makeTimer) = (onFirst, makeTimer)
    }

    /// Called when the reader begins or continues to wait.
    func start() {
        let starts = state.withLock { $0.hasFirst && !$0.isStopped && $0.timer == nil }
        guard starts, let timer = makeTimer() else { return }
        let isStarted = state.withLock { state in
            guard !state.isStopped, state.timer == nil else { return false }
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
        let (isFirst, timer) = state.withLock { state -> (Bool, DeadlineTimer?) in
            guard !state.isStopped else { return (false, nil) }
            let result = (!state.hasFirst, state.timer)
            (state.hasFirst, state.timer) = (true, nil)
            return result
        }
        timer?.stop()
        if isFirst { onFirst() }
    }

    /// Stops for good, because nobody waits anymore.
    func stop() {
        let timer = state.withLock { state in
            defer { (state.isStopped, state.timer) = (true, nil) }
            return state.timer
        }
        timer?.stop()
    }
}
