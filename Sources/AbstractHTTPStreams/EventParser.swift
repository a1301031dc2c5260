import AbstractHTTP
import Foundation

/// Parses `text/event-stream` from chunks of any size (HTML Standard, section 9.2.6). It has no I/O.
///
/// ```swift
/// var parser = EventParser()
/// parser.append(chunk)
/// while let event = try parser.next() { print(event.data) }
/// ```
public struct EventParser: StreamParser {
    private let limit: Int
    private var lines: LineSplitter
    /// The bytes of the byte order mark that have arrived, or nil after the beginning of the stream.
    private var mark: Data? = Data()
    private var type = ""
    private var data = ""
    private var hasData = false
    /// Whether an event was too large. No more events follow.
    private var isFailed = false
    /// The bytes of ``data``.
    private var dataCount = 0

    /// The last ID that the stream has named. It is set at the end of its block.
    private var nextEventID: String

    /// The last ID that the stream set, or an empty string. A request that resumes the stream sends it in the field
    /// `Last-Event-ID`.
    public private(set) var lastEventID: String
    /// How long a client should wait before it reconnects, from the field `retry`, or nil if the stream has not set it.
    public private(set) var reconnectionTime: Duration?

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - lastEventID: The ID with which the stream was resumed.
    ///   - limit: The maximum size of a line, and of the data of an event, in bytes.
    public init(lastEventID: String = "", limit: Int = 1 << 20) {
        (self.lastEventID, nextEventID, self.limit) = (lastEventID, lastEventID, limit)
        lines = LineSplitter(limit: limit)
    }

    /// Takes the next bytes of the stream.
    public mutating func append(_ chunk: Data) {
        guard let start = mark else { return lines.append(chunk) }
        let bytes = start + chunk
        let expected: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: expected) {
            mark = nil
            lines.append(bytes.dropFirst(expected.count))
        } else if expected.starts(with: bytes) {
            mark = bytes
        } else {
            mark = nil
            lines.append(bytes)
        }
    }

    /// Returns the next event, or nil if it has not arrived yet. An event that the end of the stream cuts off is never
    /// returned.
    ///
    /// - Throws: `StreamLimitExceeded` for a line or an event that is too large. There are no more events after it.
    public mutating func next() throws -> ServerSentEvent? {
        while !isFailed, let line = try lines.nextRange() {
            if line.isEmpty {
                if let event = dispatch() { return event }
            } else {
                try take(line)
            }
        }
        return nil
    }

    /// Ends the block of an event. Returns nil if it has no data.
    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = nextEventID
        var event: ServerSentEvent?
        if hasData {
            event = ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID)
            (data, hasData, dataCount) = ("", false, 0)
        }
        type = ""
        return event
    }

    private mutating func take(_ line: Range<Int>) throws(StreamLimitExceeded) {
        let colon = lines.bytes.firstIndex(of: UInt8(ascii: ":"), from: line.lowerBound, to: line.upperBound)
        // A line that begins with a colon is a comment.
        guard colon != line.lowerBound else { return }
        let name = line.lowerBound..<(colon ?? line.upperBound)
        var value = (colon.map { $0 + 1 } ?? line.upperBound)..<line.upperBound
        if !value.isEmpty, lines.bytes[value.lowerBound] == UInt8(ascii: " ") {
            value = (value.lowerBound + 1)..<value.upperBound
        }
        switch name.count {
        case 4 where lines.has("data", at: name): try addData(value)
        case 5 where lines.has("event", at: name): type = lines.text(value)
        case 5 where lines.has("retry", at: name): setReconnectionTime(value)
        case 2 where lines.has("id", at: name):
            if !lines.bytes[value].contains(0) { nextEventID = lines.text(value) }
        default: break
        }
    }

    private mutating func addData(_ value: Range<Int>) throws(StreamLimitExceeded) {
        dataCount += value.count + (hasData ? 1 : 0)
        guard dataCount <= limit else {
            isFailed = true
            throw StreamLimitExceeded(.event, limit: limit)
        }
        if hasData {
            data += "\n"
            data += lines.text(value)
        } else {
            data = lines.text(value)
        }
        hasData = true
    }

    private mutating func setReconnectionTime(_ value: Range<Int>) {
        let digits = lines.bytes[value]
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return
        }
        reconnectionTime = .milliseconds(min(Int64(lines.text(value)) ?? .max, 1 << 50))
    }
}

extension LineSplitter {
    fileprivate func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    fileprivate func has(_ name: StaticString, at range: Range<Int>) -> Bool {
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != name.utf8Start[offset] { return false }
        return true
    }
}
