import AbstractHTTP

/// Records the events of a connection in its task.
final class TaskListener: ConnectionListener, ConnectionResponseListener, ConnectionObserver {
    private let task: DefinitionTask
    private let running: RunningTasks
    private let cache: ResponseStore
    private let caching: CacheMiddleware?
    private let isStream: Bool

    init(
        _ task: DefinitionTask, _ running: RunningTasks, _ cache: ResponseStore, _ caching: CacheMiddleware?,
        isStream: Bool
    ) {
        (self.task, self.running, self.cache, self.caching) = (task, running, cache, caching)
        self.isStream = isStream
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        task.begin()
        running.add(task)
    }

    func didEncode(connection: any ConnectionTask, request: Request) { task.note(original: request) }

    func willSend(connection: any ConnectionTask, request: Request) { task.note(sent: request) }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        task.note(response, isFromCache: caching?.isAnswered ?? false)
        if (200..<400).contains(response.statusCode), mayInvalidate { invalidate() }
        return true
    }

    /// A definition that stores its responses declares that its requests change nothing, even a POST.
    private var mayInvalidate: Bool {
        let isKept = [.always, .expire].contains(task.definition.cachePolicy)
        return !isKept && task.definition.offlinePolicy != .loadCache
    }

    /// Removes the stored responses for the URLs of an unsafe request (RFC 9111, section 4.4).
    private func invalidate() {
        let requests = [task.originalRequest, task.currentRequest].compactMap(\.self)
        guard !requests.allSatisfy({ [.get, .head, .options, "TRACE"].contains($0.method) }) else { return }
        for url in Set(requests.map(\.url)) { cache.removeAll(of: url) }
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if let error {
            task.fail(with: error)
        } else {
            // At this point, the model of a stream is only the head of the response.
            task.succeed(with: isStream ? nil : DefinitionObject.unwrapped(responseModel))
        }
        running.remove(task)
    }
}
