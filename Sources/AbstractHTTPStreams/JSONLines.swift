import AbstractHTTP
import Foundation

/// The values of a body of newline-delimited JSON (NDJSON, JSON Lines), as they arrive: one JSON text in each line.
///
/// ```swift
/// struct Export: ConnectionSpec {
///     typealias ResponseModel = JSONLines<Item>
///     var request: HTTP { HTTP("https://api.example.com/export") }
/// }
/// ```
///
/// Empty lines are skipped. Read it once, from one task. Releasing it before its end cancels the connection.
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, StreamedModel {
    /// The values.
    public typealias Element = Value
    /// Reads the values.
    public typealias AsyncIterator = ElementIterator<JSONLineParser, Value>

    private let json: JSONBody<Value>

    /// Reads the lines of a response, of at most 1 MiB each.
    public init(_ stream: ResponseStream) { self.init(stream, limit: 1 << 20) }

    /// Reads the lines of a response. The content decoder of the spec, or of the config, decodes values.
    ///
    /// - Parameters:
    ///   - stream: The response, whose body has not been read.
    ///   - limit: The maximum size of a line in bytes.
    public init(_ stream: ResponseStream, limit: Int) { json = JSONBody(stream, limit) }

    fileprivate init(_ json: JSONBody<Value>) { self.json = json }

    /// The header fields of the response. Empty if the stream was created from a body alone.
    public var headers: HTTPHeaders { json.headers }

    /// Reads the values.
    public func makeAsyncIterator() -> AsyncIterator { json.makeAsyncIterator(JSONLineParser(limit: json.limit)) }
}

/// Parses newline-delimited JSON from chunks of any size. It has no I/O, and does not look into the JSON.
///
/// Its elements are lines that are not empty. A line ends with LF or CR LF, or at the end of the stream.
///
/// ```swift
/// var parser = JSONLineParser()
/// parser.append(Data("{\"id\":1}\n{\"id\":2}\n".utf8))
/// let first = try parser.next()    // {"id":1}
/// ```
public struct JSONLineParser: StreamParser {
    private var lines: LineSplitter

    /// Creates a parser.
    ///
    /// - Parameter limit: The maximum size of a line in bytes.
    public init(limit: Int = 1 << 20) { lines = LineSplitter(limit: limit, end: .lineFeed) }

    /// Takes the next bytes of the stream.
    public mutating func append(_ chunk: Data) { lines.append(chunk) }

    /// Returns the next line, or nil if it has not arrived yet.
    ///
    /// - Throws: `StreamLimitExceeded` for a line that is too large. There are no more lines after it.
    public mutating func next() throws -> Data? {
        while let line = try lines.nextRange() {
            if let content = lines.content(line) { return content }
        }
        return nil
    }

    /// Returns the text after the last line feed.
    public mutating func last() throws -> Data? { lines.lastRange().flatMap { lines.content($0) } }
}

extension LineSplitter {
    /// The line without spaces around it, or nil if nothing is left.
    fileprivate func content(_ line: Range<Int>) -> Data? {
        var (start, end) = (line.lowerBound, line.upperBound)
        while start < end, bytes[start].isJSONWhitespace { start += 1 }
        while start < end, bytes[end - 1].isJSONWhitespace { end -= 1 }
        return start < end ? Data(bytes[start..<end]) : nil
    }
}

extension UInt8 {
    /// RFC 8259, section 2.
    var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension ResponseBody {
    /// The values of the body, which is newline-delimited JSON, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - decoder: Decodes each line. Default: a `JSONContentDecoder`.
    ///   - limit: The maximum size of a line in bytes.
    public func jsonLines<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: (any ContentDecoder)? = nil, limit: Int = 1 << 20
    ) -> JSONLines<Value> {
        JSONLines(JSONBody(self, [:], decoder, limit))
    }
}
