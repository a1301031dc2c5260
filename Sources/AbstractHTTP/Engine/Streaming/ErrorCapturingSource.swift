import Foundation

/// Keeps the first error that its source throws, however the reader handles it. Ends when the attempt is superseded.
final class ErrorCapturingSource: ChunkSource {
    private let source: any ChunkSource
    private let thrown = LockedValue<(any Error)?>(nil)
    private let isWanted: @Sendable () -> Bool

    init(_ source: any ChunkSource, isWanted: @escaping @Sendable () -> Bool) {
        self.source = source
        self.isWanted = isWanted
    }

    /// The first error that the source threw.
    var failure: (any Error)? { thrown.withLock { $0 } }

    func next() async throws -> Data? {
        do {
            let chunk = try await source.next()
            // A command supersedes the attempt slightly before it cancels the reader's task.
            guard isWanted() else { throw CancellationError() }
            return chunk
        } catch {
            // A reader may cancel its own task. That is not a failure of the source.
            let isOfReader = Task.isCancelled && ConnectionErrorType.ofTransfer(error) == .canceled
            if !isOfReader { thrown.withLock { $0 = $0 ?? error } }
            throw error
        }
    }
}
