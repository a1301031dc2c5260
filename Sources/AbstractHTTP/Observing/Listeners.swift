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

    /// Adds `listener` to every kind that it conforms to.
    mutating func add(_ listener: any ConnectionEventListener) {
        if let listener = listener as? any ConnectionListener { plain.append(listener) }
        if let listener = listener as? any ConnectionResponseListener { response.append(listener) }
        if let listener = listener as? any ConnectionErrorListener { error.append(listener) }
        if let listener = listener as? any ConnectionProgressListener { progress.append(listener) }
        if let listener = listener as? any ConnectionObserver { observers.append(listener) }
    }

    /// These listeners, and then `others`.
    func followed(by others: Listeners) -> Listeners {
        Listeners(
            plain: plain + others.plain, response: response + others.response, error: error + others.error,
            progress: progress + others.progress, observers: observers + others.observers)
    }
}
