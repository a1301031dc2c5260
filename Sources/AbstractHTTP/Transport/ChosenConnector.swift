/// A connector, and whether it can be aborted. It is one reference, because each request copies it. It stores the
/// answer, because a cast takes longer.
final class ChosenConnector: Sendable {
    let connector: any HTTPConnector
    let abortable: (any AbortableConnector)?
    /// Whether ``abortable`` is not nil. Reading this is faster, because it copies nothing.
    let isAbortable: Bool

    init(_ connector: any HTTPConnector) {
        self.connector = connector
        abortable = connector as? any AbortableConnector
        isAbortable = abortable != nil
    }
}
