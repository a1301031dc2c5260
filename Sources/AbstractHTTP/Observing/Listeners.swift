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
        if let listener = listener as? any ConnectionListener { plain.add(listener) }
        if let listener = listener as? any ConnectionResponseListener { response.add(listener) }
        if let listener = listener as? any ConnectionErrorListener { error.add(listener) }
        if let listener = listener as? any ConnectionProgressListener { progress.add(listener) }
        if let listener = listener as? any ConnectionObserver { observers.add(listener) }
    }

    /// These listeners, and then `others`.
    func followed(by others: Listeners) -> Listeners {
        Listeners(
            plain: plain + others.plain, response: response + others.response, error: error + others.error,
            progress: progress + others.progress, observers: observers + others.observers)
    }
}

extension Array {
    /// Appends an element. Makes room for a few at once, because most connections have few.
    fileprivate mutating func add(_ element: Element) {
        if isEmpty { reserveCapacity(4) }
        append(element)
    }
}
