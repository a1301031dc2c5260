import AbstractHTTPIDL
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// `STREAM<T>`, `LINES<T>`, `SEQUENCE<T>`, and `ELEMENTS<T>` of `Chat.http`.
@Suite struct StreamedResponseTests {
    @Test func eventsAreReadAsStructures() async throws {
        let events = #"data: {"text": "a", "tokens": 2}"# + "\n\n" + #"data: {"text": "b"}"# + "\n\ndata: [DONE]\n\n"
        let connector = ScriptedConnector.always(events, statusCode: 201, mediaType: "text/event-stream")
        let request = PostChatRequest(room: "lobby").over(connector)
        request.prompt = "Hello"

        let response = try await request.send()

        var deltas: [Delta] = []
        for try await delta in response.body { deltas.append(delta) }
        #expect(deltas == [Delta(text: "a", tokens: 2), Delta(text: "b")])
        #expect(response.rawResponse.statusCode == 201 && response.rawResponse.data.isEmpty)
        #expect(connector.lines == ["POST https://example.com/v1/chat/lobby"])
        #expect(try await connector.bodies() == [#"{"prompt":"Hello"}"#])
    }

    @Test func linesTextsAndElementsAreRead() async throws {
        let lines = ScriptedConnector.always(#"{"text": "a"}"# + "\n" + #"{"text": "b"}"# + "\n")
        let texts = ScriptedConnector.always("\u{1E}[\"active\", \"new\"]\n\u{1E}[]\n")

        let deltas = try await GetChatRequest(room: "a").over(lines).send().body.all().map(\.text)
        let statuses = try await PutChatRequest(room: "a").over(texts).send().body.all()

        let array = ScriptedConnector.always(#"[{"text": "c"}, {"text": "d"}]"#)
        let elements = try await DeleteChatRequest(room: "a").over(array).send().body.all().map(\.text)

        #expect(deltas == ["a", "b"] && elements == ["c", "d"])
        #expect(statuses == [[.ACTIVE, Status(rawValue: "new")], []])
    }

    @Test func textOfEventsIsTakenAsItIs() async throws {
        let connector = ScriptedConnector.always("data: Hello\n\ndata: \"world\"\n\n", mediaType: "text/event-stream")

        let texts = try await PatchChatRequest(room: "a").over(connector).send().body.all()

        #expect(texts == ["Hello", "\"world\""])
    }

    @Test func datesUseTheConfiguredFormat() async throws {
        let request = GetChatRequest(room: "a").over(ScriptedConnector.always(#"{"at": 7}"#))
        request.configuration.dates = .secondsSince1970

        let delta = try await request.send().body.all().first

        #expect(delta?.at == Date(timeIntervalSince1970: 7))
    }

    @Test func theDecoderOfTheConfigReadsValuesToo() async throws {
        struct Unwrapping: ContentDecoder {
            func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
                var response = response
                response.data = Data(response.data.dropFirst(4))
                return try JSONContentDecoder().decode(type, from: response)
            }
        }
        let request = GetChatRequest(room: "a").over(ScriptedConnector.always(#")]}'{"text": "a"}"#))
        request.client.config.contentDecoder = Unwrapping()

        #expect(try await request.send().body.all() == [Delta(text: "a")])
    }

    @Test func wrongMediaTypeErrorHasTheBody() async throws {
        let request = PostChatRequest(room: "a").over(ScriptedConnector.always(#"{"error": "busy"}"#))

        let error = await failure { try await request.send() }

        #expect(error?.type == .parse && error?.response?.text == #"{"error": "busy"}"#)
        #expect((error?.underlying as? NotAnEventStream)?.contentType == "application/json")
    }

    @Test(arguments: [
        ("text/event-stream", "data: {\"text\":\"a\"}\n\ndata: {\"error\":{\"message\":\"Overloaded\"}}\n\n", 1),
        ("text/event-stream", "event: error\ndata: Overloaded\n\n", 0),
        ("application/json", #"{"error":"Overloaded"}"#, 0),
    ])
    func reportedErrorEndsTheStream(_ mediaType: String, _ body: String, _ elements: Int) async {
        let request = PostChatRequest(room: "a").over(ScriptedConnector.always(body, mediaType: mediaType))
        var count = 0

        let error = await failure { for try await _ in try await request.send().body { count += 1 } }

        #expect(count == elements)
        #expect(error?.description.contains(#"the server says "Overloaded""#) == true)
    }

    @Test func theFirstValueIsReadBeforeTheStreamEnds() async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Type": "text/event-stream"], body: .chunks(chunks))
        }
        let request = PostChatRequest(room: "a").over(TestConnector.make())
        request.configuration.baseURLString = server.url

        pieces.yield(Data(#"data: {"text": "a"}"#.utf8) + Data("\n\n".utf8))
        var deltas = try await request.send().body.makeAsyncIterator()
        #expect(try await deltas.next()?.text == "a")

        pieces.finish()
        #expect(try await deltas.next() == nil)
    }

    @Test func requestAsASpecReadsTheStream() async throws {
        let request = PostChatRequest(room: "a").over(ScriptedConnector.always())
        request.configuration.dates = .secondsSince1970
        let connector = ScriptedConnector.always("data: {\"at\": 7}\n\n", mediaType: "text/event-stream")

        let response = try await Connection(request, config: ConnectionConfig(connector: connector)).response()

        #expect(try await response.body.all() == [Delta(at: Date(timeIntervalSince1970: 7))])
    }

    @Test func invalidJSONErrorHasTheElementNumber() async throws {
        let request = GetChatRequest(room: "a").over(ScriptedConnector.always("{}\n{\n"))

        let error = await failure { _ = try await request.send().body.all() }

        #expect(error?.type == .parse)
        #expect((error?.underlying as? StreamElementError)?.number == 2)
    }

    @Test func aResponseIsMadeOfCollectedBytes() async throws {
        let raw = HTTPResponse(statusCode: 200, data: Data("data: {\"text\": \"a\"}\n\n".utf8))

        #expect(try await PostChatResponse(rawResponse: raw).body.all() == [Delta(text: "a")])
        let lenient = HTTPResponse(statusCode: 200, data: Data("\u{1E}[\"active\", [], \"new\"]\n".utf8))
        #expect(try await PutChatResponse(rawResponse: lenient).body.all() == [[.ACTIVE, Status(rawValue: "new")]])
        #expect(try await PostChatResponse(content: nil, rawResponse: raw).body.all() == [Delta(text: "a")])
    }

    @Test func generatedTypesAreDecodable() throws {
        let data = Data(#"[{"text": "a", "at": "1970-01-01T00:00:07Z"}]"#.utf8)

        #expect(
            try JSONDecoder().decode([Delta].self, from: data)
                == [Delta(text: "a", at: Date(timeIntervalSince1970: 7))])
        #expect(try JSONDecoder().decode([Status].self, from: Data(#"["active"]"#.utf8)) == [.ACTIVE])
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// All elements.
    fileprivate func all() async throws -> [Element] { try await reduce(into: []) { $0.append($1) } }
}
