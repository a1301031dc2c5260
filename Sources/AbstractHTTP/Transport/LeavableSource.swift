import Foundation

/// A body whose reading can be left at once, as ``LeavableConnector`` has it for exchanges.
package protocol LeavableSource: ChunkSource, Abandonable {
    /// The same as ``ChunkSource/next()``, but for cancelling the task, which changes nothing. `abandon()` ends the
    /// body: whoever waits is resumed at once.
    func nextUnlessLeft() async throws -> Data?
}
