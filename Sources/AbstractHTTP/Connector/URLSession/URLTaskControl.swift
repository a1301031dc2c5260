import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The task of an exchange, which is made and told what to do in order, where blocking hurts nobody.
final class URLTaskControl: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isStopped = false
    }

    let lane: URLSessionLane
    private let state = Guarded(State())

    init(_ lane: URLSessionLane) {
        self.lane = lane
    }

    /// Whether the task was told to stop, or is not to be made.
    var isStopped: Bool { state.withLock(\.isStopped) }

    /// The response, as far as the task has one.
    var response: URLResponse? { state.withLock(\.task)?.response }

    /// Hands `body` the session soon, unless the task was stopped before; then it calls `abandon`.
    func make(_ body: @escaping @Sendable (URLSession) -> Void, orAbandon abandon: @escaping @Sendable () -> Void) {
        lane.perform { [self] session in isStopped ? abandon() : body(session) }
    }

    /// This is the task.
    func adopt(_ task: URLSessionTask) {
        state.withLock { $0.task = task }
    }

    /// Resumes the task soon, when there is one.
    func resume() {
        lane.perform { [self] _ in state.withLock(\.task)?.resume() }
    }

    /// Cancels the task soon, when there is one, and prevents its making.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { lane.performStop { [self] in state.withLock(\.task)?.cancel() } }
    }

    #if canImport(FoundationNetworking)
        /// On Linux a task must not be suspended once it has begun: its transfer would start over.
        var surplus: BodyBuffer.Surplus { .spooled }
    #else
        var surplus: BodyBuffer.Surplus {
            .refused { [weak self] buffer in
                guard let self else { return }
                lane.perform { [weak self] _ in self?.setSuspended(buffer.isPaused) }
            }
        }

        /// Called on the queue of the lane only.
        private func setSuspended(_ isSuspended: Bool) {
            guard let task = state.withLock(\.task), isSuspended != (task.state == .suspended) else { return }
            isSuspended ? task.suspend() : task.resume()
        }
    #endif
}
