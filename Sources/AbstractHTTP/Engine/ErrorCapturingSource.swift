import Foundation

/// Keeps the first error that its source throws, whatever the reader makes of it. Ends when the attempt is superseded.
final class ErrorCapturingSource: ChunkSource {
    private let source: any ChunkSource
    private let thrown = LockedValue<(any Error)?>(nil)
    private let isWanted: @Sendable () -> Bool

    init(_ source: any ChunkSource, isWanted: @escaping @Sendable () -> Bool) {
        self.source = source
        self.isWanted = isWanted
    }

    /// What the source threw.
    var failure: (any Error)? { thrown.withLock { $0 } }

    func next() async throws -> Data? {
        do {
            let chunk = try await source.next()
            // The task of the reader is canceled a little after the command that does it.
            guard isWanted() else { throw CancellationError() }
            return chunk
        } catch {
            // A reader that cancels a task of its own ends the source itself.
            let isOfReader = Task.isCancelled && ConnectionErrorType.ofTransfer(error) == .canceled
            if !isOfReader { thrown.withLock { $0 = $0 ?? error } }
            throw error
        }
    }
}
