import Foundation

/// Splits chunks of any size into lines. It has no I/O.
package struct LineSplitter: Sendable {
    /// What ends a line.
    package enum End: Sendable {
        /// CR, LF, or CR LF.
        case any
        /// LF alone.
        case lineFeed
    }

    private let limit: Int
    private let end: End
    /// The buffered bytes. ``nextRange()`` returns ranges of them.
    package private(set) var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// How far the bytes have been searched for the end of the next line.
    private var searched = 0
    /// The first line feed from ``searched`` on, the number of bytes if there is none, or -1 if unknown. It is kept so
    /// that lines that end with CR do not each search the rest of the chunk for LF.
    private var lineFeed = -1
    /// Whether the last line ended with CR. An LF after it belongs to the same line end.
    private var skipsLineFeed = false
    /// Whether a line was too long. No more lines follow.
    package private(set) var isFailed = false

    package init(limit: Int, end: End = .any) { (self.limit, self.end) = (limit, end) }

    package mutating func append(_ chunk: Data) {
        guard !isFailed else { return }
        if start == bytes.count { bytes.removeAll(keepingCapacity: true) } else { bytes.removeFirst(start) }
        searched -= start
        (start, lineFeed) = (0, -1)
        bytes.append(contentsOf: chunk)
    }

    /// The next complete line without its end, or nil if there is none yet.
    package mutating func next() throws(StreamLimitExceeded) -> String? {
        try nextRange().map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The range of the next complete line without its end, or nil if there is none yet.
    package mutating func nextRange() throws(StreamLimitExceeded) -> Range<Int>? {
        guard !isFailed else { return nil }
        if skipsLineFeed, start < bytes.count {
            skipsLineFeed = false
            if bytes[start] == UInt8(ascii: "\n") { start += 1 }
            searched = start
        }
        if lineFeed < searched {
            lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) ?? bytes.count
        }
        var found: Int? = lineFeed < bytes.count ? lineFeed : nil
        if end == .any {
            found = bytes.firstIndex(of: UInt8(ascii: "\r"), from: searched, to: lineFeed) ?? found
        }
        guard (found ?? bytes.count) - start <= limit else {
            isFailed = true
            throw StreamLimitExceeded(.line, limit: limit)
        }
        guard let found else {
            searched = bytes.count
            return nil
        }
        let line = start..<found
        skipsLineFeed = bytes[found] == UInt8(ascii: "\r")
        searched = found + 1
        start = searched
        return line
    }

    /// The text after the last line end, or nil if there is none.
    package mutating func last() -> String? { lastRange().map { String(decoding: bytes[$0], as: UTF8.self) } }

    /// The range of the text after the last line end, or nil if there is none.
    package mutating func lastRange() -> Range<Int>? {
        guard !isFailed, start < bytes.count else { return nil }
        defer { (start, searched) = (bytes.count, bytes.count) }
        return start..<bytes.count
    }
}

extension [UInt8] {
    /// The first `byte` in a range.
    package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        withUnsafeBytes { buffer in
            let end = end ?? buffer.count
            guard start < end, let base = buffer.baseAddress,
                let found = memchr(base + start, Int32(byte), end - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
