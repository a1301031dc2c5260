/// Runs tasks on the thread that waits for the sockets of a ``CurlConnector``: a request takes no way to another thread
/// and back.
///
/// For programs that do little else than many requests: what takes long there, or blocks, holds up every transfer of
/// the connector.
///
/// ```swift
/// try await withTaskExecutorPreference(connector.executor) {
///     try await HTTP("https://api.example.com/users").config(config).asString().response()
/// }
/// ```
///
/// Child tasks run there, too; what belongs to the main actor, or to an actor with an executor of its own, runs where
/// it ever does. When the connector has ended, tasks go on, on a thread of the system's.
///
/// On Apple platforms, task executor preference requires macOS 15, iOS 18, tvOS 18, watchOS 11, or visionOS 2.
public final class CurlExecutor: Sendable {
    private let loop: CurlLoop

    init(_ loop: CurlLoop) { self.loop = loop }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CurlExecutor: TaskExecutor {
    /// Runs `job` soon. From anywhere.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.run(LoopJob { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) })
    }
}
