import AbstractHTTP
import Foundation

/// Writes one HTTP/1.1 response (RFC 9112).
struct ResponseWriter {
    private let connection: Socket
    private let request: LoopbackRequest

    init(_ connection: Socket, _ request: LoopbackRequest) {
        self.connection = connection
        self.request = request
    }

    /// Writes `response`; returns whether the connection is kept for another request.
    func write(_ response: LoopbackResponse) async throws -> Bool {
        switch response.body {
        case .data(let data):
            return try write(response, data)
        case .chunks(let chunks):
            try connection.write(head(of: response, framing: "Transfer-Encoding: chunked"))
            if hasBody(response) { try await write(chunks) }
            return isKept(response)
        }
    }

    /// The same for a response whose body is `data`.
    func write(_ response: LoopbackResponse, _ data: Data) throws -> Bool {
        let head = head(of: response, framing: "Content-Length: \(data.count)")
        try connection.write(hasBody(response) ? head + data : head)
        return isKept(response)
    }

    private func hasBody(_ response: LoopbackResponse) -> Bool {
        request.method != .head && ![204, 304].contains(response.statusCode)
    }

    private func isKept(_ response: LoopbackResponse) -> Bool {
        ![request.headers, response.headers].contains { $0["Connection"]?.lowercased() == "close" }
    }

    private func write(_ chunks: AsyncStream<Data>) async throws {
        for await chunk in chunks where !chunk.isEmpty {
            try connection.write(Data((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Data("\r\n".utf8))
        }
        try Task.checkCancellation()
        try connection.write(Data("0\r\n\r\n".utf8))
    }

    private func head(of response: LoopbackResponse, framing: String) -> Data {
        let reason = HTTPStatusText.text(for: response.statusCode)
        var lines = ["HTTP/1.1 \(response.statusCode) \(reason)"]
        lines += response.headers.map { "\($0.name): \($0.value)" }
        if response.statusCode != 204 { lines.append(framing) }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// The reason phrases of the status codes that tests use most; it may be empty (RFC 9112, section 4).
enum HTTPStatusText {
    static func text(for statusCode: Int) -> String {
        switch statusCode {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: ""
        }
    }
}
