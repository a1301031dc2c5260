import AbstractHTTP
import Foundation

/// Reads one HTTP/1.1 request after another (RFC 9112) and keeps their bytes, even those of an incomplete one.
struct RequestReader {
    /// The received bytes are not a request, or their end is missing.
    struct Malformed: Error {}

    private let read: () throws -> Data
    private let keptBodyBytes: Int
    private var buffer = Data()
    /// The request so far.
    private(set) var request = LoopbackRequest.empty

    init(keptBodyBytes: Int = .max, read: @escaping () throws -> Data) {
        self.keptBodyBytes = keptBodyBytes
        self.read = read
    }

    /// Waits for the first byte of the next request. Returns false if the client closes the connection before it.
    mutating func begin() throws -> Bool {
        request = .empty
        if buffer.isEmpty { try fill() }
        return !buffer.isEmpty
    }

    /// Takes `count` bytes of the head without parsing them.
    mutating func skip(_ count: Int) throws {
        while buffer.count < count, try fillHead() {}
        keep(count)
    }

    /// Reads the request line and the header fields.
    mutating func head() throws {
        guard let requestLine = try line() else { throw Malformed() }
        let words = requestLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3 else { throw Malformed() }
        (request.method, request.target) = (HTTPMethod(rawValue: String(words[0])), String(words[1]))
        request.headers = try fields()
    }

    /// Whether the client waits for permission to send the body (RFC 9110, section 10.1.1).
    var expectsContinue: Bool { request.headers["Expect"]?.lowercased() == "100-continue" }

    /// Reads the body, and passes the byte counts to `onBytes`. Returns false if it stopped after `limit` bytes.
    mutating func body(limit: Int = .max, onBytes: (Int) throws -> Void = { _ in }) throws -> Bool {
        if request.headers["Transfer-Encoding"]?.lowercased() == "chunked" {
            return try chunks(limit, onBytes)
        }
        guard let length = request.headers[.contentLength] else { return true }
        guard let count = Int(length), count >= 0 else { throw Malformed() }
        return try content(count, limit, onBytes)
    }

    private mutating func fields() throws -> HTTPHeaders {
        var headers = HTTPHeaders()
        while let line = try line() {
            guard !line.isEmpty else { return headers }
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.add(HTTPHeaderName(rawValue: String(line[..<colon])), value)
        }
        throw Malformed()
    }

    private mutating func chunks(_ limit: Int, _ onBytes: (Int) throws -> Void) throws -> Bool {
        while let line = try line() {
            guard let size = line.split(separator: ";").first, let count = Int(size, radix: 16), count >= 0 else {
                throw Malformed()
            }
            guard count > 0 else {
                _ = try fields()
                return true
            }
            guard try content(count, limit, onBytes) else { return false }
            guard try self.line()?.isEmpty == true else { throw Malformed() }
        }
        throw Malformed()
    }

    /// Reads `count` bytes of content, but no bytes after the first `limit` bytes of the body.
    private mutating func content(_ count: Int, _ limit: Int, _ onBytes: (Int) throws -> Void) throws -> Bool {
        guard count <= .max - request.bodyLength else { throw Malformed() }
        let end = min(request.bodyLength + count, limit)
        let isComplete = end == request.bodyLength + count
        while request.bodyLength < end {
            if buffer.isEmpty, try !fill() { throw Malformed() }
            let bytes = buffer.prefix(end - request.bodyLength)
            let kept = bytes.prefix(max(0, keptBodyBytes - request.body.count))
            request.bodyLength += bytes.count
            request.body += kept
            request.raw += kept
            buffer = Data(buffer.dropFirst(bytes.count))
            try onBytes(bytes.count)
        }
        return isComplete
    }

    private mutating func line() throws -> String? {
        let end = Data("\r\n".utf8)
        while true {
            if let range = buffer.range(of: end) {
                let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                keep(range.upperBound - buffer.startIndex)
                return line
            }
            guard try fillHead() else {
                let isEmpty = buffer.isEmpty
                keep(buffer.count)
                guard isEmpty else { throw Malformed() }
                return nil
            }
        }
    }

    /// Moves `count` bytes from the buffer to the raw request.
    private mutating func keep(_ count: Int) {
        request.raw += buffer.prefix(count)
        buffer = Data(buffer.dropFirst(count))
    }

    /// Reads more bytes of a line or of the head. If that fails, keeps what has arrived.
    private mutating func fillHead() throws -> Bool {
        do {
            return try fill()
        } catch {
            keep(buffer.count)
            throw error
        }
    }

    @discardableResult
    private mutating func fill() throws -> Bool {
        let bytes = try read()
        buffer += bytes
        return !bytes.isEmpty
    }
}

extension LoopbackRequest {
    fileprivate static let empty = LoopbackRequest(
        raw: Data(), method: "", target: "", headers: [:], body: Data(), bodyLength: 0)
}
