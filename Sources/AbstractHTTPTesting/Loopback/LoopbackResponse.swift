import AbstractHTTP
import Foundation

/// What ``LoopbackServer`` answers, how fast, and what it does wrong on the way.
///
/// ```swift
/// server.enqueue(.text("late").delayed(by: .seconds(2)))
/// server.enqueue(LoopbackResponse(data: large).throttled(to: 65_536, per: .milliseconds(100)))
/// server.enqueue(.text("hello").failing(.truncate, at: .responseBody))
/// ```
public struct LoopbackResponse: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// Bytes, framed by Content-Length.
        case data(Data)
        /// Pieces that are sent when they come, framed as chunks; the body ends with the stream.
        case chunks(AsyncStream<Data>)
        /// Pieces that are sent when they come, `length` bytes in all, framed by Content-Length.
        case stream(length: Int, AsyncStream<Data>)
        /// Bytes that are the whole message, head included, after which the connection is closed.
        case raw(Data)
    }

    /// So many bytes a period.
    public struct Throttle: Hashable, Sendable {
        /// The most bytes of a period.
        public let bytes: Int
        /// The period, on the server's clock.
        public var period: Duration

        /// Makes a throttle of at least one byte a period.
        public init(bytes: Int, period: Duration) {
            self.bytes = max(1, bytes)
            self.period = period
        }
    }

    /// The status code.
    public var statusCode: Int
    /// The header fields; the framing of the body is added.
    public var headers: HTTPHeaders
    /// The body.
    public var body: Body
    /// Interim responses (RFC 9110, section 15.2) that are sent before this one; only their heads count.
    public var interim: [LoopbackResponse] = []
    /// How long the server waits, with the whole request in hand, before it answers. Default: zero.
    public var delay = Duration.zero
    /// How long it waits between the head and the body. Default: zero.
    public var bodyDelay = Duration.zero
    /// How fast the body is sent. Default: nil, as fast as it is taken.
    public var throttle: Throttle?
    /// How fast the body of the request is read, when this response was enqueued. Default: nil, as fast as it comes.
    public var requestThrottle: Throttle?
    /// Whether the response, when it was enqueued, is sent before the body of the request is read. Default: false.
    public var isEarly = false
    /// What goes wrong. Default: nil.
    public var fault: LoopbackFault?

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

    /// A response that redirects to `location`.
    public static func redirect(to location: String, statusCode: Int = 302) -> Self {
        Self(statusCode: statusCode, headers: ["Location": location])
    }

    /// A message byte for byte, after which the connection is closed.
    public static func raw(_ text: String) -> Self {
        Self(body: .raw(Data(text.utf8)))
    }
}

extension LoopbackResponse {
    /// The response, sent after `delay`.
    public func delayed(by delay: Duration) -> Self { with { $0.delay = delay } }

    /// The response, its body sent with at most `bytes` a `period`.
    public func throttled(to bytes: Int, per period: Duration) -> Self {
        with { $0.throttle = Throttle(bytes: bytes, period: period) }
    }

    /// The response, sent before the body of the request is read.
    public func early() -> Self { with { $0.isEarly = true } }

    /// The response with a fault.
    public func failing(_ kind: LoopbackFault.Kind, at stage: LoopbackFault.Stage, after: Int? = nil) -> Self {
        with { $0.fault = LoopbackFault(kind, at: stage, after: after) }
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
