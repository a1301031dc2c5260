import AbstractHTTP

/// Checks repeatedly whether transfers are idle, as long as there are any. One task serves all of them.
final class IdleWatch {
    let timeout: Duration
    private let stopwatch: Stopwatch
    private var task: Task<Void, Never>?

    init(_ timeout: Duration, _ clock: any Clock<Duration>) {
        self.timeout = min(max(timeout, .milliseconds(1)), .longestWait)
        stopwatch = Stopwatch(clock)
    }

    var now: Duration { stopwatch.now }

    /// Whether the task runs.
    var isWatching: Bool { task != nil }

    /// Starts the task if a transfer begins. `post` sends a command to the loop.
    func begin(_ post: @escaping @Sendable (LoopCommand) -> Bool) {
        guard task == nil else { return }
        let first = now + timeout
        task = Task { [stopwatch] in
            var deadline = first
            while (try? await stopwatch.sleep(until: deadline)) != nil {
                let answer = Promise<Duration?>()
                guard post(.endIdle(answer)), let next = await answer.value() else { return }
                deadline = next
            }
        }
    }

    /// Forgets the task. It was told that no transfer runs, so it ends.
    func pause() { task = nil }

    /// Cancels the task, because no more transfers will run.
    func end() { task?.cancel() }
}
