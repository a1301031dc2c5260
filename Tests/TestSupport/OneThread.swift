#if os(Linux)
    import AbstractHTTP
    import Dispatch
    import Foundation

    /// Runs all its tasks on one thread, so that a task that never suspends lets no other one run.
    package final class OneThread: TaskExecutor {
        private let queue = DispatchQueue(label: "OneThread")

        package init() {}

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }

        /// Runs `work`, and after its start another task on the same thread. Returns whether the other task ran before
        /// `work` had ended. `work` is told whether it has run, so that it can stop.
        package func letsOthersRun(
            during work: @escaping @Sendable (_ hasRun: @escaping @Sendable () -> Bool) async throws -> Void
        ) async throws -> Bool {
            let hasRun = LockedValue(false)
            return try await withTaskExecutorPreference(self) {
                async let answer = {
                    try await work { hasRun.withLock { $0 } }
                    return hasRun.withLock { $0 }
                }()
                async let other: Void = hasRun.withLock { $0 = true }
                await other
                return try await answer
            }
        }
    }

    /// The same chunk again and again, which is always there, until `isOver` or for `count` times.
    package final class EndlessChunks: ChunkSource {
        private let chunk: Data
        private let isOver: @Sendable () -> Bool
        private let rest: LockedValue<Int>

        package init(_ chunk: Data, count: Int, until isOver: @escaping @Sendable () -> Bool) {
            (self.chunk, self.isOver, rest) = (chunk, isOver, LockedValue(count))
        }

        package func next() async throws -> Data? {
            let rest = rest.withLock { rest in
                rest -= 1
                return rest
            }
            return rest < 0 || isOver() ? nil : chunk
        }
    }
#endif
