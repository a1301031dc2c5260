import AbstractHTTP
import AbstractHTTPCache

/// Records the events of a connection in its task.
final class TaskListener: ConnectionListener, ConnectionResponseListener, ConnectionObserver {
    private let task: DefinitionTask
    private let running: RunningTasks
    private let cache: HTTPCache
    private let isStream: Bool

    init(_ task: DefinitionTask, _ running: RunningTasks, _ cache: HTTPCache, isStream: Bool) {
        (self.task, self.running, self.cache, self.isStream) = (task, running, cache, isStream)
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        task.begin()
        running.add(task)
    }

    func didEncode(connection: any ConnectionTask, request: Request) { task.note(original: request) }

    func willSend(connection: any ConnectionTask, request: Request) { task.note(sent: request) }

    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        task.note(response, isFromCache: response.cacheStatus?.isReused ?? false)
        if (200..<400).contains(response.statusCode), mayInvalidate { await invalidate() }
        return true
    }

    /// A definition that stores its responses declares that its requests change nothing, even a POST.
    private var mayInvalidate: Bool {
        let isKept = [.always, .expire].contains(task.definition.cacheMode)
        return !isKept && task.definition.offlinePolicy != .loadCache
    }

    /// Removes the stored responses for the URLs of an unsafe request (RFC 9111, section 4.4).
    private func invalidate() async {
        let requests = [task.originalRequest, task.currentRequest].compactMap(\.self)
        guard !requests.allSatisfy({ [.get, .head, .options, "TRACE"].contains($0.method) }) else { return }
        for url in Set(requests.map(\.url)) { try? await cache.remove(url) }
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
