import Foundation

/// A body whose reading can be left at once, as ``AbortableConnector`` has it for exchanges.
package protocol AbortableSource: ChunkSource, Abortable {
    /// The same as ``ChunkSource/next()``, but for canceling the task, which changes nothing. `abort()` ends the
    /// body: whoever waits is resumed at once.
    func nextUnlessAborted() async throws -> Data?
    /// Limits how far the connector reads ahead of the reader: at most one read from the network.
    func stopReadingAhead()
}
