import Foundation

/// A body whose reading can be left at once, as ``AbortableConnector`` has it for exchanges.
package protocol AbortableSource: ChunkSource, Abortable {
    /// The same as ``ChunkSource/next()``, but for canceling the task, which changes nothing. `abort()` ends the
    /// body: whoever waits is resumed at once.
    func nextUnlessAborted() async throws -> Data?
    /// Has the connector take no more from the network than one read ahead of its reader.
    func stopReadingAhead()
}
