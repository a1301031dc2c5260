import AbstractHTTP

/// Asks again and again whether transfers are idle, while there are any: one task for all of them.
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

    /// A transfer began; `post` leaves a command to the loop.
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

    /// No transfer runs; the task has been told so.
    func pause() { task = nil }

    /// Nothing will run.
    func end() { task?.cancel() }
}
