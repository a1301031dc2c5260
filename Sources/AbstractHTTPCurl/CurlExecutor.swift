/// Runs tasks on the thread of a ``CurlConnector``. See ``CurlConnector/executor``.
final class CurlExecutor: Sendable {
    private let loop: CurlLoop

    init(_ loop: CurlLoop) { self.loop = loop }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CurlExecutor: TaskExecutor {
    /// Schedules `job`. Call it from any thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.run(LoopJob { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) })
    }
}
