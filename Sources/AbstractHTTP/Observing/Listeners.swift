/// The kinds of listeners, each in the order in which they are called.
struct Listeners: Sendable {
    var plain: [any ConnectionListener] = []
    var response: [any ConnectionResponseListener] = []
    var error: [any ConnectionErrorListener] = []
    var progress: [any ConnectionProgressListener] = []
    var observers: [any ConnectionObserver] = []

    var isEmpty: Bool {
        plain.isEmpty && response.isEmpty && error.isEmpty && progress.isEmpty && observers.isEmpty
    }

    /// Adds a log, which is a listener of several kinds.
    mutating func add(_ logger: ConnectionLogger) {
        plain.append(logger)
        response.append(logger)
        error.append(logger)
        observers.append(logger)
    }

    /// These listeners, and then `others`.
    func followed(by others: Listeners) -> Listeners {
        Listeners(
            plain: plain + others.plain, response: response + others.response, error: error + others.error,
            progress: progress + others.progress, observers: observers + others.observers)
    }
}
