import Foundation

/// Knows what its source threw, whatever its reader makes of it.
final class ObservedSource: ChunkSource {
    private let source: any ChunkSource
    private let thrown = Guarded<(any Error)?>(nil)

    init(_ source: any ChunkSource) {
        self.source = source
    }

    /// What the source threw.
    var failure: (any Error)? { thrown.withLock { $0 } }

    func next() async throws -> Data? {
        do {
            return try await source.next()
        } catch {
            thrown.withLock { $0 = error }
            throw error
        }
    }
}
