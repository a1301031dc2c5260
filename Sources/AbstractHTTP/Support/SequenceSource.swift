import Foundation

/// The chunks of any asynchronous sequence.
///
/// `@unchecked Sendable`: an iterator need not be `Sendable`, but the `next()` that advances it takes it out under the
/// lock and puts it back afterward. A second `next()` meanwhile finds none and throws.
final class SequenceSource<Chunks: AsyncSequence>: ChunkSource, @unchecked Sendable where Chunks.Element == Data {
    private let lock = NSLock()
    private var iterator: Chunks.AsyncIterator?

    init(_ chunks: Chunks) {
        iterator = chunks.makeAsyncIterator()
    }

    func next() async throws -> Data? {
        guard var iterator = take() else { throw ConcurrentRead() }
        defer { put(iterator) }
        return try await iterator.next()
    }

    private func take() -> Chunks.AsyncIterator? {
        lock.withLock {
            defer { iterator = nil }
            return iterator
        }
    }

    private func put(_ iterator: Chunks.AsyncIterator) {
        lock.withLock { self.iterator = iterator }
    }
}

/// The body of a connection was read to its end, and then once more.
struct BodyAlreadyRead: Error, CustomStringConvertible {
    var description: String {
        "the body of the response was already read to its end; keep what was read, or send the request again"
    }
}

/// Two readers asked one source of bytes for its next chunk at the same time.
package struct ConcurrentRead: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "a body was read from two places at once; read it in one task" }
}
