import AbstractHTTP
import Foundation

/// Reads one HTTP/1.1 request after the other (RFC 9112) and keeps their bytes.
struct RequestReader {
    /// The bytes that came are no request.
    struct Malformed: Error {}

    private let read: () throws -> Data
    private let sendContinue: () throws -> Void
    private var buffer = Data()
    private var raw = Data()

    init(read: @escaping () throws -> Data, sendContinue: @escaping () throws -> Void) {
        self.read = read
        self.sendContinue = sendContinue
    }

    /// The next request, or nil when the client closed before it.
    mutating func next() throws -> LoopbackRequest? {
        raw = Data()
        guard let requestLine = try line() else { return nil }
        let words = requestLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3 else { throw Malformed() }
        let headers = try fields()
        if headers["Expect"]?.lowercased() == "100-continue" { try sendContinue() }
        let body = try body(headers)
        return LoopbackRequest(
            raw: raw, method: HTTPMethod(rawValue: String(words[0])), target: String(words[1]), headers: headers,
            body: body)
    }

    private mutating func fields() throws -> HTTPHeaders {
        var headers = HTTPHeaders()
        while let line = try line(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.add(HTTPHeaderName(rawValue: String(line[..<colon])), value)
        }
        return headers
    }

    private mutating func body(_ headers: HTTPHeaders) throws -> Data {
        if headers["Transfer-Encoding"]?.lowercased() == "chunked" { return try chunks() }
        guard let length = headers[.contentLength] else { return Data() }
        guard let count = Int(length), count >= 0 else { throw Malformed() }
        return try bytes(count)
    }

    private mutating func chunks() throws -> Data {
        var body = Data()
        while let line = try line() {
            guard let size = line.split(separator: ";").first, let count = Int(size, radix: 16) else {
                throw Malformed()
            }
            guard count > 0 else {
                _ = try fields()
                return body
            }
            body += try bytes(count)
            _ = try bytes(2)
        }
        throw Malformed()
    }

    private mutating func line() throws -> String? {
        let end = Data("\r\n".utf8)
        while true {
            if let range = buffer.range(of: end) {
                let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                take(range.upperBound - buffer.startIndex)
                return line
            }
            guard try fill() else {
                guard buffer.isEmpty else { throw Malformed() }
                return nil
            }
        }
    }

    private mutating func bytes(_ count: Int) throws -> Data {
        while buffer.count < count {
            guard try fill() else { throw Malformed() }
        }
        return take(count)
    }

    @discardableResult
    private mutating func take(_ count: Int) -> Data {
        let bytes = Data(buffer.prefix(count))
        raw += bytes
        buffer = Data(buffer.dropFirst(count))
        return bytes
    }

    private mutating func fill() throws -> Bool {
        let bytes = try read()
        buffer += bytes
        return !bytes.isEmpty
    }
}
