import Foundation

/// The body of a response as a sequence of chunks, read while they arrive. A reader that does not read applies
/// back-pressure.
///
/// Read it once, from one task. A second reading of the body of a connection throws an error. If you release the body
/// before its end, the connector stops the transfer.
///
/// ```swift
/// for try await chunk in stream.body { file.write(chunk) }
/// for try await byte in stream.body.bytes { parser.feed(byte) }
/// ```
public struct ResponseBody: AsyncSequence, Sendable {
    private enum Storage: Sendable {
        case data(Data)
        case source(any ChunkSource)
    }

    private let storage: Storage

    /// Creates a body from bytes in memory.
    public init(_ data: Data) {
        storage = .data(data)
    }

    /// Creates a body that is read from `source`.
    public init(_ source: any ChunkSource) {
        storage = .source(source)
    }

    /// Creates a body that is read from a sequence of chunks.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        storage = .source(SequenceSource(chunks))
    }

    /// Returns an iterator over the chunks.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: makeSource())
    }

    /// The bytes, if they are already in memory.
    package var data: Data? {
        guard case .data(let data) = storage else { return nil }
        return data
    }

    package func makeSource() -> any ChunkSource {
        switch storage {
        case .data(let data): DataSource(data)
        case .source(let source): source
        }
    }

    /// Reads the chunks of a body. It never returns an empty chunk.
    ///
    /// If chunks are always there, so that reading never waits, it yields about once per millisecond to other tasks.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: any ChunkSource
        private var slice = TimeSlice()
        private var hasEnded = false

        fileprivate init(source: any ChunkSource) {
            self.source = source
        }

        /// Returns the next chunk, or nil at the end.
        public mutating func next() async throws -> Data? {
            guard !hasEnded else { return nil }
            while let chunk = try await source.next() {
                if slice.isOver(after: chunk.count) { await Task.yield() }
                if !chunk.isEmpty { return chunk }
            }
            hasEnded = true
            return nil
        }
    }

    /// Appends the whole body to `data`. If this throws, `data` keeps the bytes that have arrived.
    ///
    /// Throws ``BodyTooLarge`` if more than `limit` bytes arrive, and rethrows errors of the source.
    func collect(into data: inout Data, limit: Int) async throws {
        let limit = Swift.max(0, limit)
        if case .data(let whole) = storage {
            guard whole.count <= limit else { throw BodyTooLarge(limit: limit) }
            data = whole
            return
        }
        for try await chunk in self {
            guard chunk.count <= limit - data.count else {
                data.append(chunk.prefix(limit - data.count))
                throw BodyTooLarge(limit: limit)
            }
            data.append(chunk)
        }
    }
}

/// A body is larger than ``ConnectionConfig/maximumResponseBytes`` or ``ConnectionConfig/limits`` allow.
public struct BodyTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// The limit, in bytes.
    public let limit: Int

    /// Creates an error.
    public init(limit: Int) {
        self.limit = limit
    }

    /// What happened and what to do.
    public var description: String {
        "the body is larger than the limit of \(limit) bytes; raise the limit or take the body as a stream"
    }
}

extension BodyTooLarge: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .bodyTooLarge }
}
