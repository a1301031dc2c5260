import AbstractHTTP
import Foundation

/// What ``LoopbackServer`` answers.
public struct LoopbackResponse: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// Bytes, framed by Content-Length.
        case data(Data)
        /// Pieces that are sent when they come, framed as chunks; the body ends with the stream.
        case chunks(AsyncStream<Data>)
    }

    /// The status code.
    public var statusCode: Int
    /// The header fields; the framing of the body is added.
    public var headers: HTTPHeaders
    /// The body.
    public var body: Body

    /// Makes a response with a body of bytes.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], data: Data = Data()) {
        self.init(statusCode: statusCode, headers: headers, body: .data(data))
    }

    /// Makes a response.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], body: Body) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
    }

    /// A response of text in UTF-8.
    public static func text(_ text: String, statusCode: Int = 200) -> Self {
        Self(statusCode: statusCode, headers: ["Content-Type": "text/plain; charset=utf-8"], data: Data(text.utf8))
    }

    /// A response of JSON text.
    public static func json(_ text: String, statusCode: Int = 200) -> Self {
        Self(statusCode: statusCode, headers: ["Content-Type": "application/json"], data: Data(text.utf8))
    }
}
