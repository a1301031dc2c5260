import Foundation

extension ResponseBody {
    /// The lines of the body as they arrive, without their line endings.
    ///
    /// A line ends with CR, LF, or CR LF. Empty lines count, and so does text after the last line ending. Bytes that
    /// are not UTF-8 become U+FFFD. A line of more than 1 MiB throws ``StreamLimitExceeded``.
    ///
    /// ```swift
    /// for try await line in stream.body.lines { print(line) }
    /// ```
    public var lines: Lines { lines(limit: 1 << 20) }

    /// Returns the lines of the body, of at most `limit` bytes each.
    public func lines(limit: Int) -> Lines { Lines(body: self, limit: limit) }

    /// Collects the whole body in memory.
    ///
    /// Throws ``BodyTooLarge`` if more than `limit` bytes arrive (64 MiB by default), and rethrows errors of the
    /// source.
    public func collected(limit: Int = 64 << 20) async throws -> Data {
        var data = Data()
        try await collect(into: &data, limit: limit)
        return data
    }

    /// The lines of a body.
    public struct Lines: AsyncSequence, Sendable {
        fileprivate let body: ResponseBody
        fileprivate let limit: Int

        /// Returns an iterator over the lines.
        public func makeAsyncIterator() -> Iterator {
            Iterator(chunks: body.makeAsyncIterator(), splitter: LineSplitter(limit: limit))
        }

        /// Reads the lines of a body.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var chunks: ResponseBody.Iterator
            fileprivate var splitter: LineSplitter
            private var slice = TimeSlice()

            fileprivate init(chunks: ResponseBody.Iterator, splitter: LineSplitter) {
                (self.chunks, self.splitter) = (chunks, splitter)
            }

            /// Returns the next line, or nil at the end. Throws ``StreamLimitExceeded``, and rethrows errors of the
            /// body's source.
            public mutating func next() async throws -> String? {
                while true {
                    if let line = try splitter.next() {
                        // An empty line takes time, too.
                        if slice.isOver(after: line.utf8.count + 16) { await Task.yield() }
                        return line
                    }
                    guard !splitter.isFailed else { return nil }
                    guard let chunk = try await chunks.next() else { return splitter.last() }
                    splitter.append(chunk)
                }
            }
        }
    }
}
