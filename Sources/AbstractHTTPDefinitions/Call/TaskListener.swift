import AbstractHTTP

/// Notes in a task what its connection does.
final class TaskListener: ConnectionListener, ConnectionResponseListener, ConnectionObserver {
    private let task: DefinitionTask
    private let running: RunningTasks
    private let caching: CachedExchange?

    init(_ task: DefinitionTask, _ running: RunningTasks, _ caching: CachedExchange?) {
        (self.task, self.running, self.caching) = (task, running, caching)
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        task.begin()
        running.add(task)
    }

    func didEncode(connection: any ConnectionTask, request: Request) { task.note(original: request) }

    func willSend(connection: any ConnectionTask, request: Request) { task.note(sent: request) }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        task.note(response, isFromCache: caching?.isAnswered ?? false)
        return true
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if let error { task.fail(with: error) }
        running.remove(task)
    }
}
