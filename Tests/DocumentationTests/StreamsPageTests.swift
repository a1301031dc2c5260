import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

struct Delta: Decodable, Sendable {
    var text: String
}

struct Row: Decodable, Sendable {
    var id: Int
}

struct Chat: ConnectionSpec {
    typealias ResponseModel = EventStream<Delta>
    let prompt: String
    var request: HTTP {
        HTTP("/v1/chat").method(.post).content(["prompt": prompt])
            .deadlines(Deadlines(firstEvent: .seconds(20), nextEvent: .seconds(10)))
    }
}

struct Export: ConnectionSpec {
    typealias ResponseModel = JSONLines<Row>
    var request: HTTP { HTTP("/v1/export") }
}

struct ListRows: ConnectionSpec {
    typealias ResponseModel = JSONElements<Row>
    var request: HTTP { HTTP("/v1/rows") }
}

struct GetTable: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var request: HTTP { HTTP("/v1/table") }
}

struct Progress: RequestSpec {
    let job: Int
    var request: HTTP { HTTP("/v1/jobs/\(job)/events") }
}

struct LargeChat: ConnectionSpec, LiveResponseSpec {
    typealias ResponseModel = EventStream<Delta>
    var request: HTTP { HTTP("/v1/chat") }
    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        { stream in try EventStream(stream, until: "END", limit: 16 << 20) }
    }
}

struct Log: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var request: HTTP { HTTP("/v1/log") }
}

struct ByteCount: StreamedModel {
    let stream: ResponseStream

    init(_ stream: ResponseStream) { self.stream = stream }
}

extension ByteCount {
    func count() async throws -> Int {
        var count = 0
        for try await _ in stream.body.bytes { count += 1 }
        return count
    }
}

struct LineCounter: ConnectionSpec {
    typealias ResponseModel = ByteCount
    var request: HTTP { HTTP("/v1/log") }
}

@Suite(.timeLimit(.minutes(5))) struct StreamsPageTests {
    private static let bodies: [String: (type: String, body: String)] = [
        "/v1/chat": ("text/event-stream", "data: {\"text\":\"Hi\"}\n\ndata: [DONE]\n\n"),
        "/v1/export": ("application/x-ndjson", "{\"id\":1}\n{\"id\":2}\n"), "/v1/log": ("text/plain", "a log"),
        "/v1/rows": ("application/json", "[{\"id\":1}]"), "/v1/table": ("application/json", "{\"rows\":[{\"id\":1}]}"),
        "/v1/jobs/7/events": ("text/event-stream", "id: 3\nevent: progress\ndata: 50 %\n\n"),
        "/v1/jobs/8/events": (
            "text/event-stream", "event: ping\ndata: 1\n\nid: 3\nevent: progress\ndata: {\"text\":\"half\"}\n\n"
        ),
    ]

    private let clock: ManualClock
    private let connector: ScriptedConnector
    private let client: APIClient

    init() {
        let connector = ScriptedConnector { _, request in
            guard request.headers["Last-Event-ID"] == nil, let (type, body) = Self.bodies[request.url.path()] else {
                return .response(Response(statusCode: 204))
            }
            return .response(Response(statusCode: 200, headers: ["Content-Type": type], data: Data(body.utf8)))
        }
        let clock = ManualClock()
        (self.clock, self.connector) = (clock, connector)
        client = APIClient(baseURL: "https://api.example.com") { config in
            config.connector = connector
            config.clock = clock
        }
    }

    /// Passes the waits before the next requests, until the task is canceled.
    private func passWaits() -> Task<Void, Never> {
        Task { [clock] in
            while !Task.isCancelled { _ = await clock.passWaits(1) }
        }
    }

    @Test func aStreamingChat() async throws {
        for try await delta in try await client.send(Chat(prompt: "Hello")) {
            print(delta.text, terminator: "")
        }
        #expect(try await connector.bodies() == ["{\"prompt\":\"Hello\"}"])
        var deltas = try await client.send(LargeChat()).makeAsyncIterator()
        #expect(try await deltas.next()?.text == "Hi")
    }

    @Test func aListOfItems() async throws {
        for try await row in try await client.send(Export()) {
            print(row.id)
        }
        for try await row in try await client.send(ListRows()) {
            print(row.id)
        }
        let table = try await client.send(GetTable())
        for try await row in table.body.jsonElements(of: Row.self, key: "rows") {
            print(row.id)
        }
    }

    @Test func aProgressFeed() async throws {
        let waits = passWaits()
        defer { waits.cancel() }
        let source = client.eventSource(Progress(job: 7))
        for try await event in source {
            print(event.type, event.data)
        }
        let later = client.eventSource(Progress(job: 7), lastEventID: source.lastEventID)
        let patient = client.eventSource(Progress(job: 7), reconnection: .init(time: .seconds(5), attempts: 10))
        #expect(patient.lastEventID.isEmpty)
        Task {
            for await state in source.states { print(state) }
        }
        #expect(later.lastEventID == "3")
        #expect(connector.requests.map { $0.headers["Last-Event-ID"] } == [nil, "3"])
    }

    @Test func eventsAreSelectedByTheirType() async throws {
        let waits = passWaits()
        defer { waits.cancel() }
        for try await event in client.eventSource(Progress(job: 8)) where event.type == "progress" {
            print(try event.decoded(as: Delta.self).text)
        }
        #expect(connector.requests.map { $0.headers["Last-Event-ID"] } == [nil, "3"])
    }

    @Test func aBodyIsReadInLines() async throws {
        let stream = try await client.send(Log())
        for try await line in stream.body.lines {
            print(line)
        }
    }

    @Test func aParserWithoutANetwork() throws {
        var parser = EventParser()
        parser.append(Data("data: hello\n\n".utf8))
        while let event = try parser.next() {
            print(event.data)
        }
    }

    @Test func aModelOverAStream() async throws {
        #expect(try await client.send(LineCounter()).count() == 5)
    }
}
