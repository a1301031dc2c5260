import Foundation

/// A queue of bytes, in chunks.
package struct ChunkQueue: Sendable {
    private var chunks: [Data] = []
    /// The chunks before this index have been taken.
    private var first = 0
    /// How many bytes of the first chunk have been taken.
    private var taken = 0
    /// How many bytes there are.
    package private(set) var byteCount = 0

    package init() {}

    /// Whether there are no bytes.
    package var isEmpty: Bool { byteCount == 0 }
    /// How many chunks there are.
    package var count: Int { chunks.count - first }

    private static let bytesPerChunk = 64 << 10

    /// Adds bytes. Small pieces are joined, because a chunk costs more than its bytes.
    package mutating func append(_ data: Data) {
        guard !data.isEmpty else { return }
        byteCount += data.count
        if let last = chunks.indices.last, last >= first, chunks[last].count + data.count <= Self.bytesPerChunk {
            chunks[last].append(data)
        } else {
            chunks.append(data)
        }
    }

    /// Takes the first chunk, or the rest of it.
    package mutating func popFirst() -> Data? {
        guard !isEmpty else { return nil }
        let chunk = taken == 0 ? chunks[first] : chunks[first].dropFirst(taken)
        byteCount -= chunk.count
        removeFirst()
        return chunk
    }

    /// Moves as many bytes as possible to `buffer`. Returns their number.
    package mutating func popFirst(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count, first < chunks.count {
            let part = chunks[first].dropFirst(taken).prefix(buffer.count - count)
            part.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            count += part.count
            taken += part.count
            if taken == chunks[first].count { removeFirst() }
        }
        byteCount -= count
        return count
    }

    /// Compacts the array now and then, because removing its first element is slow.
    private mutating func removeFirst() {
        chunks[first] = Data()
        (first, taken) = (first + 1, 0)
        guard first == chunks.count || first >= 32 else { return }
        chunks.removeFirst(first)
        first = 0
    }
}
