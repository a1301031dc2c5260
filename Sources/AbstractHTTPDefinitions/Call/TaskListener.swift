import AbstractHTTP

/// Notes in a task what its connection does.
final class TaskListener: ConnectionListener, ConnectionResponseListener, ConnectionObserver {
    private let task: DefinitionTask
    private let running: RunningTasks
    private let cache: ResponseStore
    private let caching: CachedExchange?

    init(_ task: DefinitionTask, _ running: RunningTasks, _ cache: ResponseStore, _ caching: CachedExchange?) {
        (self.task, self.running, self.cache, self.caching) = (task, running, cache, caching)
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        task.begin()
        running.add(task)
    }

    func didEncode(connection: any ConnectionTask, request: Request) { task.note(original: request) }

    func willSend(connection: any ConnectionTask, request: Request) { task.note(sent: request) }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        task.note(response, isFromCache: caching?.isAnswered ?? false)
        if let request = task.originalRequest, invalidates(request, response) { cache.removeAll(of: request.url) }
        return true
    }

    /// Whether what is kept of the URL is no more good (RFC 9111, section 4.4). Who keeps the responses of a POST says that it changes nothing.
    private func invalidates(_ request: Request, _ response: Response) -> Bool {
        let isKept =
            [.always, .expire].contains(task.definition.cachePolicy) || task.definition.offlinePolicy == .loadCache
        return !isKept && ![.get, .head, .options, "TRACE"].contains(request.method)
            && (200..<400).contains(response.statusCode)
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if let error {
            task.fail(with: error)
        } else {
            task.succeed(with: DefinitionObject.unwrapped(responseModel))
        }
        running.remove(task)
    }
}
