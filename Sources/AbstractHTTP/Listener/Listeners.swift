/// The kinds of listeners, each in the order in which they are called.
struct Listeners: Sendable {
    var plain: [any ConnectionListener] = []
    var response: [any ConnectionResponseListener] = []
    var error: [any ConnectionErrorListener] = []
    var progress: [any ConnectionProgressListener] = []

    var isEmpty: Bool { plain.isEmpty && response.isEmpty && error.isEmpty && progress.isEmpty }

    /// Adds a listener of the first three kinds.
    mutating func add(_ listener: some ConnectionListener & ConnectionResponseListener & ConnectionErrorListener) {
        plain.append(listener)
        response.append(listener)
        error.append(listener)
    }

    /// These listeners, and then `others`.
    func followed(by others: Listeners) -> Listeners {
        Listeners(
            plain: plain + others.plain, response: response + others.response, error: error + others.error,
            progress: progress + others.progress)
    }
}
