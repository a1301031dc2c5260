import Foundation

/// The body of a request: bytes in memory, a file, or a stream that is read while it is sent.
///
/// A body knows whether it can be sent again and, if possible, its length. A body that cannot be sent again is never
/// sent twice. Reading it a second time throws ``InvalidRequest/bodyAlreadySent``. Connectors read a body as a sequence
/// of chunks.
///
/// ```swift
/// RequestBody.data(Data("hello".utf8))
/// try RequestBody.file(URL(filePath: "/tmp/video.mp4"))
/// RequestBody.stream(length: nil, replay: .single) { chunks }
/// ```
public struct RequestBody: Sendable {
    /// Where the bytes come from. Connectors use it if they have a faster way than reading chunks.
    public enum Source: Sendable {
        /// Bytes in memory.
        case data(Data)
        /// A file at a URL.
        case file(URL)
        /// A stream of chunks, opened each time the body is sent.
        case stream
        /// Bodies that are sent one after the other. None of them is itself `joined`.
        case joined([RequestBody])
    }

    /// Copied as one reference, because the pipeline passes each request on a dozen times.
    private final class Storage: Sendable {
        let source: Source
        let length: Int?
        let replay: BodyReplay
        let open: @Sendable () throws -> any ChunkSource
        let spent: LockedValue<Bool>?

        init(
            _ source: Source, _ length: Int?, _ replay: BodyReplay,
            _ open: @escaping @Sendable () throws -> any ChunkSource
        ) {
            (self.source, self.length, self.replay, self.open) = (source, length, replay, open)
            spent = replay == .single ? LockedValue(false) : nil
        }
    }

    private let storage: Storage

    /// Where the bytes come from.
    public var source: Source { storage.source }
    /// The number of bytes, or nil if it is not known before they are sent.
    public var length: Int? { storage.length }
    /// Whether the body can be sent again.
    public var replay: BodyReplay { storage.replay }

    /// Whether the body was sent and cannot be sent again.
    public var isSpent: Bool {
        if case .joined(let bodies) = source, bodies.contains(where: \.isSpent) { return true }
        return storage.spent?.withLock { $0 } ?? false
    }

    private init(
        source: Source, length: Int?, replay: BodyReplay, open: @escaping @Sendable () throws -> any ChunkSource
    ) {
        storage = Storage(source, length, replay, open)
    }

    /// Creates a body from bytes in memory.
    public static func data(_ data: Data) -> Self {
        Self(source: .data(data), length: data.count, replay: .multiple) { DataSource(data) }
    }

    /// Creates a body that is read from the file at `url` while it is sent, in chunks of 64 KiB.
    ///
    /// Throws ``InvalidRequest/missingFile(path:)`` or ``InvalidRequest/notAFile(path:)``. The length of the file is
    /// read now.
    public static func file(_ url: URL) throws(InvalidRequest) -> Self {
        Self(source: .file(url), length: try checkFile(url), replay: .multiple) { try FileSource(url) }
    }

    /// Throws an error if one of its files is missing or is not a regular file.
    package func checkFiles() throws(InvalidRequest) {
        switch source {
        case .data, .stream: break
        case .file(let url): try Self.checkFile(url)
        case .joined(let bodies): for body in bodies { try body.checkFiles() }
        }
    }

    /// The size of the file at `url`, in bytes. Throws an error if it is missing or is not a regular file.
    @discardableResult
    static func checkFile(_ url: URL) throws(InvalidRequest) -> Int? {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .isRegularFileKey]
        guard let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: keys) else {
            throw .missingFile(path: url.path)
        }
        guard values.isRegularFile == true else { throw .notAFile(path: url.path) }
        return values.fileSize
    }

    /// Creates a body that is read from a sequence of chunks while it is sent.
    ///
    /// - Parameters:
    ///   - length: The number of bytes, or nil if it is not known. If the sequence has another length, sending fails
    ///     with ``BodyLengthMismatch``, and no excess byte is sent. The last chunk is sent after the end of the
    ///     sequence.
    ///   - replay: `.multiple` if each call of `open` returns the same bytes from the start, and otherwise `.single`.
    ///   - open: Returns the chunks. It is called each time the body is sent, which is at most once for `.single`.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        length: Int? = nil, replay: BodyReplay = .single, _ open: @escaping @Sendable () throws -> Chunks
    ) -> Self where Chunks.Element == Data {
        Self(source: .stream, length: length.map { Swift.max(0, $0) }, replay: replay) { SequenceSource(try open()) }
    }
}

extension RequestBody {
    /// Creates a body from bodies that are sent one after the other. Its length is known if all of their lengths are
    /// known, and it can be sent again if all of them can.
    public static func joined(_ bodies: [RequestBody]) -> Self {
        let flat = bodies.flatMap { body in
            if case .joined(let inner) = body.source { inner } else { [body] }
        }
        let length = flat.reduce(0) { sum, body -> Int? in
            guard let sum, let length = body.length else { return nil }
            let (total, isTooLarge) = sum.addingReportingOverflow(length)
            return isTooLarge ? nil : total
        }
        let replay = flat.contains { $0.replay == .single } ? BodyReplay.single : .multiple
        return Self(source: .joined(flat), length: length, replay: replay) {
            SequenceSource(JoinedChunks(bodies: flat))
        }
    }

    /// The body as a stream. `limit` wraps its source.
    func limited(_ limit: @escaping @Sendable (any ChunkSource) -> any ChunkSource) -> Self {
        Self(source: .stream, length: length, replay: replay) { limit(try begin()) }
    }
}

extension RequestBody: AsyncSequence {
    /// Returns an iterator over the chunks, from the first byte. The first call of `next()` consumes a body that can be
    /// sent only once.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Reads the chunks of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: RequestBody
        private var chunks: (any ChunkSource)?

        fileprivate init(body: RequestBody) {
            self.body = body
        }

        /// Returns the next chunk, or nil at the end. Rethrows errors of the source, and throws
        /// ``InvalidRequest/bodyAlreadySent``.
        public mutating func next() async throws -> Data? {
            let source = try chunks ?? body.begin()
            chunks = source
            return try await source.next()
        }
    }

    /// Opens the body, as an iterator does for its first chunk.
    package func begin() throws -> any ChunkSource {
        try spend()
        let opened = try storage.open()
        switch source {
        case .file, .stream: return length.map { MeasuredSource(opened, declared: $0) } ?? opened
        case .data, .joined: return opened
        }
    }

    /// Marks the body as sent. Call it to read the ``source`` without an iterator. Throws
    /// ``InvalidRequest/bodyAlreadySent``.
    func spend() throws(InvalidRequest) {
        let isFirst =
            storage.spent?.withLock { isSpent in
                defer { isSpent = true }
                return !isSpent
            } ?? true
        guard isFirst else { throw .bodyAlreadySent }
    }
}
