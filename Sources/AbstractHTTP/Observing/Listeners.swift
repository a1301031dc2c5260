/// The kinds of listeners, each in the order in which they are called.
struct Listeners: Sendable {
    fileprivate struct Kinds: Sendable {
        var plain: [any ConnectionListener] = []
        var response: [any ConnectionResponseListener] = []
        var error: [any ConnectionErrorListener] = []
        var progress: [any ConnectionProgressListener] = []
        var observers: [any ConnectionObserver] = []
    }

    private static let none = CopyOnWrite(Kinds())

    /// Copied as one reference, because most connections have no listeners.
    private var kinds = Self.none

    var plain: [any ConnectionListener] { _read { yield kinds.value.plain } }
    var response: [any ConnectionResponseListener] { _read { yield kinds.value.response } }
    var error: [any ConnectionErrorListener] { _read { yield kinds.value.error } }
    var progress: [any ConnectionProgressListener] { _read { yield kinds.value.progress } }
    var observers: [any ConnectionObserver] { _read { yield kinds.value.observers } }

    var isEmpty: Bool {
        plain.isEmpty && response.isEmpty && error.isEmpty && progress.isEmpty && observers.isEmpty
    }

    /// Adds `listener` to every kind that it conforms to.
    mutating func add(_ listener: any ConnectionEventListener) { kinds.value.add(listener) }

    /// These listeners followed by `others`.
    func followed(by others: Listeners) -> Listeners {
        var all = self
        all.kinds.value.append(others.kinds.value)
        return all
    }
}

extension Listeners.Kinds {
    fileprivate mutating func add(_ listener: any ConnectionEventListener) {
        if let listener = listener as? any ConnectionListener { plain.add(listener) }
        if let listener = listener as? any ConnectionResponseListener { response.add(listener) }
        if let listener = listener as? any ConnectionErrorListener { error.add(listener) }
        if let listener = listener as? any ConnectionProgressListener { progress.add(listener) }
        if let listener = listener as? any ConnectionObserver { observers.add(listener) }
    }

    fileprivate mutating func append(_ others: Self) {
        plain += others.plain
        response += others.response
        error += others.error
        progress += others.progress
        observers += others.observers
    }
}

extension Array {
    /// Appends an element. Reserves space for a few, because most connections have few.
    fileprivate mutating func add(_ element: Element) {
        if isEmpty { reserveCapacity(4) }
        append(element)
    }
}
