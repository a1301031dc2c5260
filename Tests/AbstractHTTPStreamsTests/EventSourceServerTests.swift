import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

private struct SourceSpec: RequestSpec {
    let url: String
    let httpMethod: HTTPMethod
    let headers: HTTPHeaders
    let body: Data?
    var request: HTTP { HTTP(url).method(httpMethod).headers(headers).body(body) }
}

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct EventSourceServerTests {
    @Test(arguments: Carrier.allCases, cases)
    func sourceFollowsTheStandard(carrier: Carrier, row: EventSourceCase) async throws {
        guard carrier == .libcurl || row.reasonForLibcurl == nil else { return }
        let server = try LoopbackServer { _ in .status(204) }
        for reply in row.replies { server.enqueue(reply) }
        let clock = SkippingClock()
        var config = ConnectionConfig(connector: try carrier.connector(), clock: clock)
        config.credentialOrigins = [server.url]
        config.policies = [
            TokenRefresh(current: AccessToken("old"), clock: clock) {
                if let error = row.refreshError { throw error }
                return AccessToken("new")
            }
        ]
        let spec = SourceSpec(
            url: server.url + "/start", httpMethod: row.method, headers: row.headers, body: row.body)
        let source = EventSource(
            spec, config: config, lastEventID: row.lastEventID, reconnection: row.reconnection)

        var (events, error): ([String], ConnectionError?) = ([], nil)
        do throws(ConnectionError) {
            var iterator = source.makeAsyncIterator()
            while let event = try await iterator.next() { events.append(event.data) }
        } catch let failure {
            error = failure
        }

        #expect(events == row.events)
        #expect(
            error.map { .init(type: $0.type, status: $0.response?.statusCode) } == row.failure,
            "\(String(describing: error))")
        let requests = server.requests
        #expect(requests.count == row.requests)
        #expect(requests.allSatisfy { $0.method == row.method || row.method == .post && $0.method == .get })
        if let waits = row.waits { #expect(clock.waits == waits) }
        #expect(row.check(requests, error))
    }

    // MARK: The cases

    static let cases: [EventSourceCase] = parsing + endings + statuses + redirects + requestFields + methods + waiting

    /// Each stream ends, and the next request gets a 204.
    private static func parsed(_ name: String, _ text: String, _ events: [String]) -> EventSourceCase {
        EventSourceCase(name: name, replies: [.events(text)], events: events, requests: 2)
    }

    private static let parsing: [EventSourceCase] = [
        parsed("one event", "data: a\n\n", ["a"]),
        parsed("several lines of data", "data: a\ndata: b\n\n", ["a\nb"]),
        parsed("no space after the colon", "data:a\n\n", ["a"]),
        parsed("one space after the colon is dropped", "data:  a\n\n", [" a"]),
        parsed("a field without a colon", "data\n\n", [""]),
        parsed("CR", "data: a\r\rdata: b\r\r", ["a", "b"]),
        parsed("CR LF", "data: a\r\n\r\n", ["a"]),
        parsed("mixed line ends", "data: a\r\n\ndata: b\r\r\n", ["a", "b"]),
        parsed("a byte order mark", "\u{FEFF}data: a\n\n", ["a"]),
        parsed("a byte order mark later is part of a name", "data: a\n\n\u{FEFF}data: b\n\n", ["a"]),
        parsed("comments", ": x\n:\ndata: a\n: y\n\n:\n\n", ["a"]),
        parsed("unknown fields", "foo: 1\nDATA: 2\ndata: a\n\n", ["a"]),
        parsed("an event without data", "event: x\n\ndata: a\n\n", ["a"]),
        parsed("an event that is cut off", "data: a\n\ndata: b\n", ["a"]),
        parsed("an empty stream", "", []),
        parsed("text beyond the basic plane", "data: \u{1D11E}\u{E4}\n\n", ["\u{1D11E}\u{E4}"]),
        parsed(
            "300 KB in one event", "data: \(String(repeating: "x", count: 300_000))\n\n",
            [String(repeating: "x", count: 300_000)]),
        EventSourceCase(
            name: "byte by byte", replies: [.eventChunks("data: \u{1D11E}\r\n\r\n".utf8.map { Data([$0]) })],
            events: ["\u{1D11E}"], requests: 2),
        EventSourceCase(
            name: "an event is not continued in the next stream",
            replies: [.events("data: a\n"), .events("data: b\n\n")],
            events: ["b"], requests: 3),
    ]

    private static func broken(_ name: String, _ reply: LoopbackResponse, _ events: [String] = ["a"]) -> EventSourceCase
    {
        EventSourceCase(name: name, replies: [reply, .events("data: b\n\n")], events: events + ["b"], requests: 3)
    }

    private static func overLibcurl(_ row: EventSourceCase, _ reason: String) -> EventSourceCase {
        var row = row
        row.reasonForLibcurl = reason
        return row
    }

    private static let text = "data: a\n\ndata: " + String(repeating: "x", count: 100)

    private static let endings: [EventSourceCase] = [
        broken("the end of a body with a length", .events("data: a\n\n")),
        broken("the end of a body in chunks", .eventChunks([Data("data: a\n\n".utf8)])),
        broken(
            "the end of a body that the connection ends",
            .raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\ndata: a\n\n")),
        broken("a body that is cut off", .events(text).failing(.close, at: .responseBody, after: 20)),
        overLibcurl(
            broken("chunks that are cut off", .eventChunks([Data("data: a\n\n".utf8)], end: "")),
            "URLSession drops what comes at once with the end of a broken chunked body"),
        overLibcurl(
            broken("a chunk without a length", .eventChunks([Data("data: a\n\n".utf8)], end: "data: x\r\n")),
            "URLSession drops what comes at once with the end of a broken chunked body"),
        EventSourceCase(
            name: "no head",
            replies: [.events("data: a\n\n").failing(.close, at: .responseHead), .events("data: b\n\n")],
            events: ["b"], requests: 3),
        overLibcurl(
            EventSourceCase(
                name: "a head that is cut off",
                replies: [.events("data: a\n\n").failing(.truncate, at: .responseHead), .events("data: b\n\n")],
                events: ["b"], requests: 3), "half of a head ends the process over URLSession"),
        EventSourceCase(
            name: "a reset before the head",
            replies: [.events("data: a\n\n").failing(.reset, at: .responseHead), .events("data: b\n\n")],
            events: ["b"], requests: 3),
        EventSourceCase(
            name: "five ends in a row", replies: Array(repeating: .events("data: a\n\n"), count: 5),
            events: ["a", "a", "a", "a", "a"], requests: 6),
    ]

    private static func refused(_ status: Int) -> EventSourceCase {
        EventSourceCase(
            name: "\(status) ends it with the body", replies: [.status(status, "reason")],
            failure: .init(type: .invalidResponse, status: status)
        ) { _, error in
            // A 205 has no body (RFC 9110, section 15.3.6).
            error?.response?.text == (status == 205 ? "" : "reason")
        }
    }

    private static func passing(_ status: Int) -> EventSourceCase {
        EventSourceCase(
            name: "it reconnects after \(status)", replies: [.status(status, "wait"), .events("data: a\n\n")],
            events: ["a"], requests: 3)
    }

    private static func typed(_ type: String?, isStream: Bool) -> EventSourceCase {
        let reply = LoopbackResponse(headers: type.map { ["Content-Type": $0] } ?? [:], data: Data("data: a\n\n".utf8))
        return EventSourceCase(
            name: "the media type \(type ?? "is missing")", replies: [reply], events: isStream ? ["a"] : [],
            failure: isStream ? nil : .init(type: .invalidResponse, status: 200), requests: isStream ? 2 : 1
        ) { _, error in
            isStream
                || (error?.underlying as? NotAnEventStream).map { $0.contentType == type } == true
                    && error?.response?.text == "data: a\n\n"
        }
    }

    private static let statuses: [EventSourceCase] = [
        EventSourceCase(name: "204 ends it", replies: []),
        EventSourceCase(
            name: "204 ends it with any media type", replies: [.status(204, "", ["Content-Type": "text/event-stream"])]),
        refused(201), refused(205), refused(210), refused(299), refused(400), refused(403), refused(404), refused(410),
        refused(418), refused(501), passing(429), passing(500), passing(502), passing(503), passing(504),
        typed("text/event-stream; charset=windows-1252", isStream: true), typed("text/event-stream;", isStream: true),
        typed("TEXT/Event-Stream", isStream: true), typed("text/plain", isStream: false),
        typed("x bogus", isStream: false), typed("text/x-bogus", isStream: false), typed(nil, isStream: false),
        EventSourceCase(
            name: "a 401 renews the token", replies: [.status(401), .events("data: a\n\n")], events: ["a"], requests: 3
        ) { requests, _ in
            requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new", "Bearer new"]
        },
        EventSourceCase(
            name: "a 401 for the renewed token ends it", replies: Array(repeating: .status(401), count: 5),
            failure: .init(type: .invalidResponse, status: 401), requests: 3),
        EventSourceCase(
            name: "a 401 after a stream renews the token",
            replies: [.events("id: 1\ndata: a\n\n"), .status(401), .events("data: b\n\n")], events: ["a", "b"],
            requests: 4
        ) { requests, _ in
            requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "1", "1"]
        },
    ]

    private static func redirected(_ status: Int) -> EventSourceCase {
        EventSourceCase(
            name: "\(status) is followed, each time from the URL of the spec",
            replies: [
                .redirect(to: "/a", statusCode: status), .events("id: 1\ndata: a\n\n"),
                .redirect(to: "/b", statusCode: status), .events("data: b\n\n"),
            ], events: ["a", "b"], requests: 5
        ) { requests, _ in
            requests.map(\.target) == ["/start", "/a", "/start", "/b", "/start"]
                && requests.map { $0.headers["Last-Event-ID"] } == [nil, nil, "1", "1", "1"]
        }
    }

    private static let redirects: [EventSourceCase] = [
        redirected(301), redirected(302), redirected(303), redirected(307), redirected(308),
        EventSourceCase(
            name: "a redirect to itself ends it",
            replies: Array(repeating: .redirect(to: "/start"), count: 25),
            failure: .init(type: .redirect, status: 302), requests: 1
        ),
    ]

    private static let requestFields: [EventSourceCase] = [
        EventSourceCase(name: "the fields of a request", replies: []) { requests, _ in
            requests[0].headers["Accept"] == "text/event-stream" && requests[0].headers["Cache-Control"] == "no-cache"
                && requests[0].headers["Last-Event-ID"] == nil
        },
        EventSourceCase(
            name: "fields of the spec are sent each time",
            headers: ["Accept": "text/event-stream, */*;q=0.1", "Cache-Control": "no-cache", "X-A": "1"],
            replies: [.events("data: a\n\n")], events: ["a"], requests: 2
        ) { requests, _ in
            requests.allSatisfy {
                $0.headers["Accept"] == "text/event-stream, */*;q=0.1" && $0.headers["Cache-Control"] == "no-cache"
                    && $0.headers["X-A"] == "1"
            }
        },
        EventSourceCase(
            name: "a stream is resumed", lastEventID: "41", replies: [.events("data: a\n\n")], events: ["a"],
            requests: 2
        ) {
            requests, _ in requests.allSatisfy { $0.headers["Last-Event-ID"] == "41" }
        },
        ids("the ID of the last event", "id: 1\ndata: a\n\nid: 2\ndata: b\n\n", ["a", "b"], "2"),
        ids("the ID of an event without data", "id: 1\ndata: a\n\nid: 2\n\n", ["a"], "2"),
        ids("not the ID of an event that is cut off", "id: 1\ndata: a\n\nid: 2\ndata: b\n", ["a"], "1"),
        ids("an empty ID is not an ID", "id: 1\ndata: a\n\nid\ndata: b\n\n", ["a", "b"], nil),
        ids("an ID with a NUL is ignored", "id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n", ["a", "b"], "1"),
        ids("an ID with spaces", "id: a b\ndata: a\n\n", ["a"], "a b"),
        ids("an ID in another script", "id: \u{2026}\ndata: a\n\n", ["a"], "\u{2026}"),
        // A field value must not contain it (RFC 9110, section 5.5).
        ids("no ID with a control character", "id: 1\ndata: a\n\nid: \u{1}\ndata: b\n\n", ["a", "b"], nil),
        EventSourceCase(
            name: "an ID lasts over streams", replies: [.events("id: 1\ndata: a\n\n"), .events("data: b\n\n")],
            events: ["a", "b"], requests: 3
        ) { requests, _ in requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "1"] },
        EventSourceCase(
            name: "an ID lasts over failures",
            replies: [.events("id: 1\ndata: a\n\n"), .status(503), .events("data: b\n\n")],
            events: ["a", "b"], requests: 4
        ) { requests, _ in requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "1", "1"] },
    ]

    private static func ids(_ name: String, _ text: String, _ events: [String], _ id: String?) -> EventSourceCase {
        EventSourceCase(name: name, replies: [.events(text)], events: events, requests: 2) { requests, _ in
            requests.map { $0.headers["Last-Event-ID"] } == [nil, id]
        }
    }

    private static let question = Data("{\"q\":1}".utf8)
    private static let keyed: HTTPHeaders = ["Idempotency-Key": "\"7\""]

    private static let methods: [EventSourceCase] = [
        EventSourceCase(
            name: "a POST has its body, and is not sent again after its stream", method: .post, body: question,
            replies: [.events("data: a\n\n")], events: ["a"]
        ) { requests, _ in requests[0].body == question },
        EventSourceCase(
            name: "a POST is not sent again after its stream has broken off", method: .post, body: question,
            replies: [.events(text).failing(.close, at: .responseBody, after: 20)], events: ["a"],
            failure: .init(type: .network, status: 200)),
        EventSourceCase(
            name: "a POST is not sent again after 500", method: .post, body: question, replies: [.status(500)],
            failure: .init(type: .invalidResponse, status: 500)),
        EventSourceCase(
            name: "a POST is sent again after 503", method: .post, body: question,
            replies: [.status(503), .events("data: a\n\n")], events: ["a"], requests: 2
        ) { requests, _ in requests.allSatisfy { $0.body == question } },
        EventSourceCase(
            name: "a POST with a key is sent again", method: .post, headers: keyed, body: question,
            replies: [.events(text).failing(.close, at: .responseBody, after: 20), .events("data: b\n\n")],
            events: ["a", "b"], requests: 3
        ) { requests, _ in requests.allSatisfy { $0.body == question && $0.headers["Idempotency-Key"] == "\"7\"" } },
        EventSourceCase(
            name: "a POST that is redirected by 307 keeps its body", method: .post, body: question,
            replies: [.redirect(to: "/a", statusCode: 307), .events("data: a\n\n")], events: ["a"], requests: 2
        ) { requests, _ in requests[1].body == question },
        EventSourceCase(
            name: "a REPORT has its body each time", method: "REPORT", body: question,
            replies: [.events("id: 1\ndata: a\n\n"), .events("data: b\n\n")], events: ["a", "b"], requests: 3
        ) { requests, _ in requests.allSatisfy { $0.body == question } },
        EventSourceCase(
            name: "a POST that was redirected is not sent again", method: .post, body: question,
            replies: [.redirect(to: "/a", statusCode: 303), .status(503)],
            failure: .init(type: .invalidResponse, status: 503), requests: 2),
        EventSourceCase(
            name: "a POST whose redirect leads nowhere is not sent again", method: .post, body: question,
            replies: [.redirect(to: "http://127.0.0.1:1/", statusCode: 303)], failure: .init(type: .network)),
        EventSourceCase(
            name: "a POST that was redirected is not sent again without a token", method: .post, body: question,
            replies: [.redirect(to: "/a", statusCode: 303), .status(401)],
            failure: .init(type: .authorization, status: 401), requests: 2,
            refreshError: TransportError(.unreachable)),
        EventSourceCase(
            name: "a 204 ends a POST", method: .post, body: question, replies: [.status(204)]),
    ]

    private static let growing = EventSource.Reconnection(
        time: .seconds(2), longestTime: .seconds(30),
        backoff: Backoff(base: .seconds(1), factor: 2, cap: .seconds(5), isRandom: false))

    private static let waiting: [EventSourceCase] = [
        EventSourceCase(
            name: "it waits for the time of its rules", replies: [.events("data: a\n\n")], events: ["a"], requests: 2,
            waits: [.seconds(2)]),
        EventSourceCase(
            name: "the stream sets the time", replies: [.events("retry: 500\ndata: a\n\n"), .events("data: b\n\n")],
            events: ["a", "b"], requests: 3, waits: [.milliseconds(500), .milliseconds(500)]),
        EventSourceCase(
            name: "the stream sets the time without an event", replies: [.events("retry: 0\n")], requests: 2,
            waits: [.zero]),
        EventSourceCase(
            name: "the time of the stream is bounded", replies: [.events("retry: 99999999999999999999\n")], requests: 2,
            waits: [.seconds(60)]),
        EventSourceCase(
            name: "a time that is not a number is ignored", replies: [.events("retry: 5x\nretry: -5\nretry:\n")],
            requests: 2,
            waits: [.seconds(2)]),
        EventSourceCase(
            name: "Retry-After is obeyed", replies: [.status(503, "", ["Retry-After": "7"])], requests: 2,
            waits: [.seconds(7)]),
        EventSourceCase(
            name: "Retry-After is bounded", replies: [.status(429, "", ["Retry-After": "4000"])], requests: 2,
            waits: [.seconds(60)]),
        EventSourceCase(
            name: "the wait grows with failures, and an event resets it", reconnection: growing,
            replies: [
                .status(503), .events(""), .status(500), .status(502), .events("data: a\n\n"), .events("data: b\n\n"),
            ], events: ["a", "b"], requests: 7,
            waits: [.seconds(3), .seconds(4), .seconds(6), .seconds(7), .seconds(3), .seconds(3)]),
        EventSourceCase(
            name: "it gives up after so many attempts",
            reconnection: EventSource.Reconnection(time: .zero, attempts: 3),
            replies: [.status(503), .status(502), .status(500)], failure: .init(type: .invalidResponse, status: 500),
            requests: 3),
        EventSourceCase(
            name: "attempts with an event do not count",
            reconnection: EventSource.Reconnection(time: .zero, attempts: 2),
            replies: [.events("data: a\n\n"), .status(503), .events("data: b\n\n"), .status(503), .status(500)],
            events: ["a", "b"], failure: .init(type: .invalidResponse, status: 500), requests: 5),
        EventSourceCase(
            name: "only what the server asks for is bounded",
            reconnection: EventSource.Reconnection(time: .seconds(300), longestTime: .seconds(60), backoff: .none),
            replies: [.events("data: a\n\n"), .status(503, "", ["Retry-After": "400"]), .events("retry: 400000\n")],
            events: ["a"], requests: 4, waits: [.seconds(300), .seconds(300), .seconds(60)]),
        EventSourceCase(
            name: "empty streams count as attempts", reconnection: EventSource.Reconnection(time: .zero, attempts: 2),
            replies: [.events(""), .events("")], requests: 2),
    ]
}
