import AbstractHTTP
import Foundation

/// A part of a multipart body.
///
/// ```swift
/// for try await part in try await client.send(Ranges()) {
///     print(part.byteRange ?? 0..<0, part.data.count)
/// }
/// ```
public struct BodyPart: Hashable, Sendable {
    /// The header fields of the part.
    public var headers: HTTPHeaders
    /// The content of the part.
    public var data: Data

    /// Creates a part.
    public init(headers: HTTPHeaders = [:], data: Data) { (self.headers, self.data) = (headers, data) }

    /// The byte range of the part in the whole resource, from its `Content-Range` (RFC 9110, section 14.4), or nil if
    /// there is none.
    public var byteRange: Range<Int>? { headers["Content-Range"].flatMap { ContentRange($0)?.range } }

    /// Decodes the content by its `Content-Type`.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - decoder: Default: a `MediaTypeDecoder`.
    /// - Throws: The errors of the decoder.
    public func decoded<Model: Decodable>(
        as type: Model.Type = Model.self, by decoder: (any ContentDecoder)? = nil
    ) throws -> Model {
        try Response(statusCode: 200, headers: headers, data: data).decoded(as: type, by: decoder)
    }
}

/// Parses a multipart body from chunks of any size (RFC 2046, section 5.1). It has no I/O.
///
/// A part is returned when the boundary after it has arrived. Text before the first boundary and after the last one is
/// ignored.
///
/// ```swift
/// var parser = MultipartParser(boundary: "x")
/// parser.append(Data("--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n".utf8))
/// let part = try parser.next()    // its data is "hello"
/// ```
public struct MultipartParser: StreamParser {
    /// The maximum size of the header fields of a part, in bytes.
    private static let headLimit = 64 << 10
    private static let lineEnd = Array("\r\n".utf8)

    private enum Phase: Sendable {
        /// Before the first boundary.
        case preamble
        case head
        case content(HTTPHeaders)
        /// After the last boundary.
        case epilogue
    }

    /// A boundary in ``bytes``, with the line end before it.
    private struct Boundary {
        let start: Int
        /// Where its line ends. The line end is a part of what follows.
        let end: Int
        let isLast: Bool
    }

    private let limit: Int
    /// A line end, and the boundary.
    private let delimiter: [UInt8]
    /// The body begins with a line end that was never sent, so that a boundary is always at the beginning of a line.
    private var bytes = ByteQueue(Self.lineEnd)
    /// How far ``bytes`` has been searched.
    private var searched = 0
    /// How far the spaces after a boundary in ``bytes`` have been searched.
    private var padded = 0
    private var phase = Phase.preamble

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - boundary: The parameter `boundary` of the `Content-Type`.
    ///   - limit: The maximum size of the content of a part in bytes.
    public init(boundary: String, limit: Int = 16 << 20) {
        self.limit = limit
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Takes the next bytes of the body.
    public mutating func append(_ chunk: Data) {
        if case .epilogue = phase { return }
        bytes.append(chunk)
    }

    /// Returns the next part, or nil if it has not arrived yet.
    ///
    /// - Throws: `StreamLimitExceeded` for a part that is too large, and ``InvalidMultipartBody``.
    public mutating func next() throws -> BodyPart? {
        while true {
            switch phase {
            case .preamble:
                guard let boundary = try findBoundary() else {
                    remove(searched)
                    return nil
                }
                pass(boundary)
            case .head:
                guard let headers = try readHead() else { return nil }
                phase = .content(headers)
            case .content(let headers):
                guard let boundary = try findBoundary() else {
                    try check(searched)
                    return nil
                }
                try check(boundary.start)
                // The content begins after the line end of the empty line. If there is no content, that is also the
                // line end before the boundary.
                let part = BodyPart(headers: headers, data: Data(bytes[min(2, boundary.start)..<boundary.start]))
                pass(boundary)
                return part
            case .epilogue:
                remove(bytes.count)
                return nil
            }
        }
    }

    /// Returns a part whose boundary ends with the body.
    ///
    /// - Throws: ``InvalidMultipartBody/truncated`` if the last boundary has not arrived.
    public mutating func last() throws -> BodyPart? {
        if let part = try next() { return part }
        guard case .epilogue = phase else { throw InvalidMultipartBody.truncated }
        return nil
    }

    /// The next boundary. Its line contains nothing else except for spaces.
    private mutating func findBoundary() throws(StreamLimitExceeded) -> Boundary? {
        while let start = find(delimiter) {
            let end = start + delimiter.count
            guard end + 2 <= bytes.count else { return nil }
            if bytes[end] == UInt8(ascii: "-"), bytes[end + 1] == UInt8(ascii: "-") {
                return Boundary(start: start, end: end + 2, isLast: true)
            }
            let lineEnd = findPaddingEnd(from: end)
            guard lineEnd + 2 <= bytes.count else {
                guard bytes.count - end <= Self.headLimit else {
                    throw StreamLimitExceeded(.head, limit: Self.headLimit)
                }
                return nil
            }
            if bytes[lineEnd] == UInt8(ascii: "\r"), bytes[lineEnd + 1] == UInt8(ascii: "\n") {
                return Boundary(start: start, end: lineEnd, isLast: false)
            }
            searched = start + 1
        }
        return nil
    }

    /// The first position from `start` on that has neither a space nor a tab. No byte is searched twice.
    private mutating func findPaddingEnd(from start: Int) -> Int {
        padded = max(padded, start)
        while padded < bytes.count, bytes[padded] == 0x20 || bytes[padded] == 0x09 { padded += 1 }
        return padded
    }

    private mutating func pass(_ boundary: Boundary) {
        phase = boundary.isLast ? .epilogue : .head
        remove(boundary.end)
    }

    /// Reads the header fields and the empty line after them, except for its line end. Returns nil if they have not
    /// arrived.
    private mutating func readHead() throws -> HTTPHeaders? {
        let end = find(Self.lineEnd + Self.lineEnd)
        guard (end ?? bytes.count) <= Self.headLimit else { throw StreamLimitExceeded(.head, limit: Self.headLimit) }
        guard let end else { return nil }
        let head = String(decoding: bytes[0..<end], as: UTF8.self)
        remove(end + 2)
        return try HTTPHeaders(ofPart: head)
    }

    private func check(_ end: Int) throws(StreamLimitExceeded) {
        guard end - 2 <= limit else { throw StreamLimitExceeded(.part, limit: limit) }
    }

    private mutating func remove(_ count: Int) {
        bytes.removeFirst(count)
        searched = 0
        padded = max(0, padded - count)
    }

    /// The first position of `pattern`, which begins with CR.
    private mutating func find(_ pattern: [UInt8]) -> Int? {
        while let start = bytes.firstIndex(of: pattern[0], from: searched) {
            searched = start
            guard start + pattern.count <= bytes.count else { return nil }
            if bytes[start..<(start + pattern.count)].elementsEqual(pattern) { return start }
            searched = start + 1
        }
        searched = bytes.count
        return nil
    }
}

extension HTTPHeaders {
    /// The header fields of a part. A line that begins with a space continues the field before it.
    fileprivate init(ofPart head: String) throws(InvalidMultipartBody) {
        self.init()
        let lines = head.replacing("\r\n ", with: " ").replacing("\r\n\t", with: " ").split(separator: "\r\n")
        for line in lines {
            var scanner = HeaderScanner(String(line))
            guard let name = scanner.token(), scanner.skip(UInt8(ascii: ":")), String(line).isHeaderValue
            else {
                throw .headerField(String(line))
            }
            // Bytes, because a mark after the colon would form one `Character` with it.
            let value = Substring(line.utf8.dropFirst(name.utf8.count + 1))
            add(HTTPHeaderName(rawValue: name), value.trimmingCharacters(in: .whitespaces))
        }
    }
}

/// A body is not the multipart body that its `Content-Type` declares (RFC 2046, section 5.1).
public enum InvalidMultipartBody: Error, Hashable, Sendable {
    /// The `Content-Type` is not a multipart type with a boundary. Its text is attached.
    case contentType(String?)
    /// The body ends before its last boundary.
    case truncated
    /// A line in the head of a part is not a header field.
    case headerField(String)
}

extension InvalidMultipartBody: CustomStringConvertible {
    /// What is wrong.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .contentType(let type):
            "the Content-Type \(type.map { Redaction().text($0) } ?? "(none)") is not a multipart type with a boundary"
        case .truncated: "the multipart body ends before its last boundary"
        case .headerField(let line):
            // The rest of the line may be the value of any field.
            """
            the line that begins with \(line.prefix { $0 != " " && $0 != ":" }.debugDescription) in a part of the \
            multipart body is not a header field
            """
        }
    }
}
