import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Creates, resumes, and cancels the task of an exchange, in order, on a queue that may block.
final class URLTaskControl: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isStopped = false
        /// Whether ``URLTaskControl/resume()`` was called, which may be before the task exists.
        var isResumed = false
    }

    let lane: URLSessionLane
    private let state = LockedValue(State())

    init(_ lane: URLSessionLane) {
        self.lane = lane
    }

    /// Whether the task was canceled, before or after it was created.
    var isStopped: Bool { state.withLock(\.isStopped) }

    /// The task's response, if it has one.
    var response: URLResponse? { state.withLock(\.task)?.response }

    /// Calls `body` with the session soon, or `abort` if the task is stopped before that.
    func make(_ body: @escaping @Sendable (URLSession) -> Void, orAbort abort: @escaping @Sendable () -> Void) {
        lane.perform { [self] session in isStopped ? abort() : body(session) }
    }

    /// Sets the task, and resumes it if ``resume()`` was called before. Creating a task may take long. A task that was
    /// stopped in that time is not resumed.
    func setTask(_ task: URLSessionTask) {
        state.withLock { $0.task = task }
        resumeTask()
    }

    /// Resumes the task soon, or when it is created. Has no effect if it was called before.
    func resume() {
        let isDue = state.withLock { state in
            defer { state.isResumed = true }
            return !state.isResumed && state.task != nil
        }
        if isDue { lane.perform { [self] _ in resumeTask() } }
    }

    /// A stopped task is canceled later on the lane. It must not be sent before that.
    private func resumeTask() {
        state.withLock { $0.isResumed && !$0.isStopped ? $0.task : nil }?.resume()
    }

    /// Cancels the task soon, or keeps it from being created.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { lane.performStop { [self] in state.withLock(\.task)?.cancel() } }
    }

    #if canImport(FoundationNetworking)
        /// On Linux, a task must not be suspended after it began, because its transfer would start over.
        var surplus: BodyBuffer.Surplus { .spooled }
    #else
        var surplus: BodyBuffer.Surplus {
            .refused { [weak self] buffer in
                guard let self else { return }
                lane.perform { [weak self] _ in self?.setSuspended(buffer.isPaused) }
            }
        }

        /// Call on the lane's queue only.
        private func setSuspended(_ isSuspended: Bool) {
            guard let task = state.withLock(\.task), isSuspended != (task.state == .suspended) else { return }
            isSuspended ? task.suspend() : task.resume()
        }
    #endif
}
