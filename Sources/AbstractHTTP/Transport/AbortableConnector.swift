/// A connector whose exchanges can be left at once, so that the pipeline needs no task of its own for each of them.
package protocol AbortableConnector: HTTPConnector {
    /// The same as ``HTTPConnector/execute(_:in:)``, except that canceling the task changes nothing.
    ///
    /// - Parameter track: Called once, before anything is sent, with what ends the exchange. Returns whether the
    ///   exchange is still wanted. From then on, `abandon()` ends the exchange and the reading of its body: whoever
    ///   waits is resumed at once.
    func execute(
        _ request: Request, in context: ExchangeContext, _ track: (any Abortable) -> Bool
    ) async throws -> ResponseStream
}
