/// Runs tasks on the thread of a ``CurlConnector``, so that requests need no switch between threads.
///
/// Use it in programs that do little more than send many requests. Code that blocks or takes long there delays every
/// transfer of the connector.
///
/// ```swift
/// try await withTaskExecutorPreference(connector.executor) {
///     try await HTTP("https://api.example.com/users").asString(config: config).response()
/// }
/// ```
///
/// Child tasks also run there. Code of the main actor, or of an actor with its own executor, runs on its usual
/// executor. After the connector ends, tasks continue on a thread of the system.
///
/// On Apple platforms, task executor preference requires macOS 15, iOS 18, tvOS 18, watchOS 11, or visionOS 2.
public final class CurlExecutor: Sendable {
    private let loop: CurlLoop

    init(_ loop: CurlLoop) { self.loop = loop }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CurlExecutor: TaskExecutor {
    /// Schedules `job`. Call it from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.run(LoopJob { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) })
    }
}
