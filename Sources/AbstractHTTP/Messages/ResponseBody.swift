import Foundation

/// The bytes of a response as they arrive: a sequence of chunks that is pulled, so that not reading is back-pressure.
///
/// It is read once, from one place. Releasing it before the end tells the connector that the rest is not wanted.
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

    /// A body that is there already.
    public init(_ data: Data) {
        storage = .data(data)
    }

    /// A body that is pulled from `source`.
    public init(_ source: any ChunkSource) {
        storage = .source(source)
    }

    /// A body that is pulled from a sequence of chunks.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        storage = .source(SequenceSource(chunks))
    }

    /// Reads the chunks.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: makeSource())
    }

    /// The bytes, if they are there already.
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

    /// Reads the chunks of a body; an empty chunk is never returned.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: any ChunkSource

        /// The next chunk, or nil at the end.
        public mutating func next() async throws -> Data? {
            while let chunk = try await source.next() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    /// Appends the whole body to `data`, which keeps what arrived when this throws.
    ///
    /// Throws ``BodyTooLarge`` when more than `limit` bytes arrive, and what the source throws.
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

/// A body was larger than ``ConnectionConfig/maximumResponseBytes`` or ``ConnectionConfig/limits`` allow.
public struct BodyTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// The limit, in bytes.
    public let limit: Int

    /// Makes an error.
    public init(limit: Int) {
        self.limit = limit
    }

    /// What happened and what to do.
    public var description: String {
        "the body is larger than the limit of \(limit) bytes; raise the limit or take the body as a stream"
    }
}
