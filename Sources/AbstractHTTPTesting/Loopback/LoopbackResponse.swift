import AbstractHTTP
import Foundation

/// A response of a ``LoopbackServer``, with its speed and its faults.
///
/// ```swift
/// server.enqueue(.text("late").delayed(by: .seconds(2)))
/// server.enqueue(LoopbackResponse(data: large).throttled(to: 65_536, per: .milliseconds(100)))
/// server.enqueue(.text("hello").failing(.truncate, at: .responseBody))
/// ```
public struct LoopbackResponse: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// Bytes with a Content-Length.
        case data(Data)
        /// Pieces that are sent as chunks when they arrive. The body ends with the stream.
        case chunks(AsyncStream<Data>)
        /// Pieces that are sent when they arrive, with a Content-Length of `length` bytes.
        case stream(length: Int, AsyncStream<Data>)
        /// The bytes of the whole message with its head. The connection is then closed.
        case raw(Data)
    }

    /// A number of bytes per period.
    ///
    /// ```swift
    /// response.throttle = LoopbackResponse.Throttle(bytes: 65_536, period: .milliseconds(100))
    /// ```
    public struct Throttle: Hashable, Sendable {
        /// The maximum number of bytes per period.
        public let bytes: Int
        /// The period, on the server's clock.
        public var period: Duration

        /// Creates a throttle of at least one byte per period.
        public init(bytes: Int, period: Duration) {
            self.bytes = max(1, bytes)
            self.period = period
        }
    }

    /// The status code.
    public var statusCode: Int
    /// The header fields. The server adds those that frame the body.
    public var headers: HTTPHeaders
    /// The body.
    public var body: Body
    /// Interim responses (RFC 9110, section 15.2) that are sent before this one. Their bodies are ignored.
    public var interim: [LoopbackResponse] = []
    /// How long the server waits between the end of the request and the response. Default: zero.
    public var delay = Duration.zero
    /// How long the server waits between the head and the body. Default: zero.
    public var bodyDelay = Duration.zero
    /// The maximum speed of the body. Default: nil, which means as fast as the client reads it.
    public var throttle: Throttle?
    /// The maximum speed at which the request body is read. It applies to enqueued responses. Default: nil, which means
    /// as fast as it arrives.
    public var requestThrottle: Throttle?
    /// Whether the response is sent before the request body is read. It applies to enqueued responses. Default: false.
    public var isEarly = false
    /// The fault of the response. Default: nil.
    public var fault: LoopbackFault?
    /// The version in the status line.
    var version = "HTTP/1.1"

    /// Creates a response with a body of bytes.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], data: Data = Data()) {
        self.init(statusCode: statusCode, headers: headers, body: .data(data))
    }

    /// Creates a response.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], body: Body) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
    }

    /// Creates a response with UTF-8 text.
    public static func text(_ text: String, statusCode: Int = 200) -> Self {
        Self(statusCode: statusCode, headers: ["Content-Type": "text/plain; charset=utf-8"], data: Data(text.utf8))
    }

    /// Creates a response with JSON text.
    public static func json(_ text: String, statusCode: Int = 200) -> Self {
        Self(statusCode: statusCode, headers: ["Content-Type": "application/json"], data: Data(text.utf8))
    }

    /// Creates a redirect to `location`.
    public static func redirect(to location: String, statusCode: Int = 302) -> Self {
        Self(statusCode: statusCode, headers: ["Location": location])
    }

    /// Creates a response from all bytes of a message. The connection is then closed.
    public static func raw(_ text: String) -> Self {
        Self(body: .raw(Data(text.utf8)))
    }
}

extension LoopbackResponse {
    /// Returns the response with a delay.
    public func delayed(by delay: Duration) -> Self { with { $0.delay = delay } }

    /// Returns the response with a body that is sent with at most `bytes` per `period`.
    public func throttled(to bytes: Int, per period: Duration) -> Self {
        with { $0.throttle = Throttle(bytes: bytes, period: period) }
    }

    /// Returns the response to send before the request body is read.
    public func early() -> Self { with { $0.isEarly = true } }

    /// Returns the response with a fault.
    public func failing(_ kind: LoopbackFault.Kind, at stage: LoopbackFault.Stage, after: Int? = nil) -> Self {
        with { $0.fault = LoopbackFault(kind, at: stage, after: after) }
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
