import Foundation

extension ResponseBody {
    /// The lines of the body as they arrive, without their ends.
    ///
    /// A line ends with CR, LF, or CR LF. Empty lines are lines, and so is text after the last end. Bytes that are not
    /// UTF-8 become U+FFFD. A line of more than 1 MiB throws ``LineTooLong``.
    ///
    /// ```swift
    /// for try await line in stream.body.lines { print(line) }
    /// ```
    public var lines: Lines { lines(limit: 1 << 20) }

    /// The lines of the body, of at most `limit` bytes each.
    public func lines(limit: Int) -> Lines { Lines(body: self, limit: limit) }

    /// The whole body, collected in memory.
    ///
    /// Throws ``BodyTooLarge`` when more than `limit` bytes arrive (64 MiB by default), and what the source throws.
    public func collected(limit: Int = 64 << 20) async throws -> Data {
        var data = Data()
        try await collect(into: &data, limit: limit)
        return data
    }

    /// The lines of a body.
    public struct Lines: AsyncSequence, Sendable {
        fileprivate let body: ResponseBody
        fileprivate let limit: Int

        /// Reads the lines.
        public func makeAsyncIterator() -> Iterator {
            Iterator(chunks: body.makeAsyncIterator(), splitter: LineSplitter(limit: limit))
        }

        /// Reads the lines of a body.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var chunks: ResponseBody.Iterator
            fileprivate var splitter: LineSplitter

            /// The next line, or nil at the end. Throws ``LineTooLong``, and what the source of the body throws.
            public mutating func next() async throws -> String? {
                while true {
                    if let line = try splitter.next() { return line }
                    guard !splitter.isFailed else { return nil }
                    guard let chunk = try await chunks.next() else { return splitter.end() }
                    splitter.append(chunk)
                }
            }
        }
    }
}

/// A line of a body is longer than its reader allows.
public struct LineTooLong: Error, Hashable, Sendable, CustomStringConvertible {
    /// The limit, in bytes.
    public let limit: Int

    /// What happened.
    public var description: String { "a line of the body is longer than the limit of \(limit) bytes" }
}

/// Splits chunks of any size into lines. It has no I/O.
struct LineSplitter: Sendable {
    private let limit: Int
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// How far the next line was searched.
    private var searched = 0
    /// Whether the last line ended with CR, after which an LF belongs to that end.
    private var skipsLineFeed = false
    /// Whether a line was too long, after which there are no more.
    private(set) var isFailed = false

    init(limit: Int) { self.limit = limit }

    mutating func append(_ chunk: Data) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += chunk
    }

    /// The next line that has ended; nil if there is none yet.
    mutating func next() throws(LineTooLong) -> String? {
        guard !isFailed else { return nil }
        if skipsLineFeed, start < bytes.count {
            skipsLineFeed = false
            if bytes[start] == UInt8(ascii: "\n") { start += 1 }
            searched = start
        }
        while searched < bytes.count {
            let byte = bytes[searched]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                let line = String(decoding: bytes[start..<searched], as: UTF8.self)
                skipsLineFeed = byte == UInt8(ascii: "\r")
                searched += 1
                start = searched
                return line
            }
            searched += 1
            guard searched - start <= limit else {
                isFailed = true
                throw LineTooLong(limit: limit)
            }
        }
        return nil
    }

    /// The text after the last end of a line; nil if there is none.
    mutating func end() -> String? {
        guard !isFailed, start < bytes.count else { return nil }
        defer { start = bytes.count }
        return String(decoding: bytes[start...], as: UTF8.self)
    }
}
