import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The connectors over which event sources are tested.
enum Carrier: String, CaseIterable, Sendable {
    case urlSession
    case libcurl

    /// One connector for all tests.
    func connector() throws -> any HTTPConnector {
        switch self {
        case .urlSession: DefaultHTTPConnector.shared
        case .libcurl: try Self.curl.get()
        }
    }

    private static let curl = Result { try CurlConnector() }
}

/// A scripted event-stream server, and what an event source does with its responses.
struct EventSourceCase: CustomTestStringConvertible, Sendable {
    let name: String
    var method = HTTPMethod.get
    var headers: HTTPHeaders = [:]
    var body: Data?
    var lastEventID = ""
    var reconnection = EventSource.Reconnection(time: .seconds(2), backoff: .none)
    /// What the server answers, request by request. After these, it answers 204.
    let replies: [LoopbackResponse]
    /// The data of the events.
    var events: [String] = []
    /// The type and the status of the error that ends the source, or nil if none does.
    var failure: Failure?
    /// How many requests the source must send.
    var requests = 1
    /// How long it must wait before each request after the first one.
    var waits: [Duration]?
    /// Why the case runs over libcurl only.
    var reasonForLibcurl: String?
    /// The error of each token refresh, or nil if they succeed.
    var refreshError: TransportError?
    /// What else must be true of the requests.
    var check: @Sendable ([LoopbackRequest], ConnectionError?) -> Bool = { _, _ in true }

    struct Failure: Equatable, Sendable {
        let type: ConnectionErrorType
        var status: Int?
    }

    var testDescription: String { name }
}

extension LoopbackResponse {
    /// An event stream that ends with the text.
    static func events(_ text: String, _ headers: HTTPHeaders = [:]) -> Self {
        Self(headers: HTTPHeaders(["Content-Type": "text/event-stream"], headers), data: Data(text.utf8))
    }

    /// An event stream in chunks (RFC 9112, section 7.1), with `end` in place of the last chunk.
    static func eventChunks(_ chunks: [Data], end: String = "0\r\n\r\n") -> Self {
        var message = Data(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for chunk in chunks {
            message += Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
        }
        return Self(body: .raw(message + Data(end.utf8)))
    }

    static func status(_ statusCode: Int, _ text: String = "", _ headers: HTTPHeaders = [:]) -> Self {
        Self(statusCode: statusCode, headers: headers, data: Data(text.utf8))
    }
}

extension HTTPHeaders {
    init(_ headers: HTTPHeaders, _ others: HTTPHeaders) {
        self = headers
        for field in others { self[field.name] = field.value }
    }
}

/// A clock that skips every wait except one of 5 s, which lasts until its task is canceled. The pipeline waits 5 s for
/// the body of a rejected response, which would be missing from the error otherwise.
final class SkippingClock: Clock {
    typealias Instant = ManualClock.Instant

    private let state = LockedValue<(now: Instant, waits: [Duration])>((ManualClock().now, []))

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var waits: [Duration] { state.withLock(\.waits) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        guard now.duration(to: deadline) != .seconds(5) else {
            let (untilCanceled, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in untilCanceled {}
            continuation.finish()
            throw CancellationError()
        }
        state.withLock { state in
            state.waits.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
