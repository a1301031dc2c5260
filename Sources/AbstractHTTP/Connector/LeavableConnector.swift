/// A connector whose exchanges can be left at once, so that the pipeline needs no task of its own for each to be able to leave it.
package protocol LeavableConnector: HTTPConnector {
    /// The same as ``HTTPConnector/execute(_:)``, but for cancelling the task, which changes nothing.
    ///
    /// `adopt` is called once, before anything is sent, and returns whether the exchange is wanted still. From then on `abandon()` ends
    /// it, and the reading of its body: whoever waits is resumed at once.
    func execute(_ request: Request, _ adopt: (any Abandonable) -> Bool) async throws -> ResponseStream
}
