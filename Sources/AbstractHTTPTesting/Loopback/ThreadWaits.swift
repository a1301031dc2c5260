import AbstractHTTP
import Foundation

/// Lets a thread wait for asynchronous work, and lets `stop()` end all such waits immediately.
///
/// The threads of a server do all of its reading and writing, so that no slow client occupies a thread of the
/// cooperative pool. Only handlers, sleeps, and the pieces of bodies run there.
final class ThreadWaits: Sendable {
    /// The server was stopped.
    struct Stopped: Error {}

    private struct State {
        var waits: [Int: Wait] = [:]
        var lastID = 0
        var isStopped = false
    }

    private struct Wait {
        let task: Task<Void, Never>
        let done: DispatchSemaphore

        /// Releases the thread immediately, because the task may need a thread that the caller of `stop()` blocks.
        func abort() {
            task.cancel()
            done.signal()
        }
    }

    private let clock: any Clock<Duration>
    private let state = LockedValue(State())

    init(_ clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Blocks the calling thread for `duration`.
    func pause(_ duration: Duration) throws {
        guard duration > .zero else { return }
        try wait { [clock] in try? await clock.sleep(for: duration) }
    }

    /// Blocks the calling thread until `operation` has ended. Throws ``Stopped`` if the waits are stopped first.
    func wait<Value: Sendable>(for operation: @escaping @Sendable () async -> Value) throws -> Value {
        let value = LockedValue<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        let task = Task {
            let result = await operation()
            value.withLock { $0 = result }
            done.signal()
        }
        let wait = Wait(task: task, done: done)
        let id: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.lastID += 1
            state.waits[state.lastID] = wait
            return state.lastID
        }
        guard let id else {
            task.cancel()
            throw Stopped()
        }
        done.wait()
        let isStopped = state.withLock { state in
            state.waits[id] = nil
            return state.isStopped
        }
        guard !isStopped, let result = value.withLock({ $0 }) else { throw Stopped() }
        return result
    }

    /// Ends all current and future waits.
    func stop() {
        let waits = state.withLock { state in
            state.isStopped = true
            return Array(state.waits.values)
        }
        for wait in waits { wait.abort() }
    }
}
