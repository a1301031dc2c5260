import Foundation

/// A body whose reading can be aborted immediately, like an exchange of an ``AbortableConnector``.
package protocol AbortableSource: ChunkSource, Abortable {
    /// Like ``ChunkSource/next()``, but ignores the cancellation of the task. `abort()` ends the body and resumes a
    /// waiting reader immediately.
    func nextUnlessAborted() async throws -> Data?
    /// Limits how far the connector reads ahead of the reader: at most one read from the network.
    func stopReadingAhead()
}
