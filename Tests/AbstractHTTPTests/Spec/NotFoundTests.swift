import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// A 404 as a success, for one spec and for all specs of a config.
@Suite(.timeLimit(.minutes(5))) struct NotFoundTests {
    private struct Friends: ConnectionSpec {
        typealias ResponseModel = [String]
        typealias FailureModel = [String: String]
        var request: HTTP { HTTP("https://api.example.com/friends") }
    }

    @Test func acceptedStatusSucceedsWithItsOwnModel() async throws {
        let recorder = EventRecorder()
        let connection = Connection(Friends().accepting(404) { _ in [] }, config: status(404)).recorded(by: recorder)

        #expect(try await connection.response() == [])
        #expect(recorder.events == Events.success)
    }

    @Test func theClosureGetsTheResponse() async throws {
        let spec = Friends().accepting(404, 410) { response in [String(response.statusCode), response.text] }

        #expect(try await Connection(spec, config: status(410)).response() == ["410", "gone"])
    }

    @Test func otherStatusesFollowTheSpec() async throws {
        let ok = ConnectionConfig.over(MockConnector { _ in .json(#"["Ada"]"#) })
        let bad = ConnectionConfig.over(MockConnector { _ in .json(#"{"reason": "?"}"#, statusCode: 400) })

        let friends = try await Connection(Friends().accepting(404) { _ in [] }, config: ok).response()
        let error = await failure(of: Connection(Friends().accepting(404) { _ in [] }, config: bad))

        #expect(friends == ["Ada"])
        #expect(error?.failureModel as? [String: String] == ["reason": "?"])
    }

    @Test func closureErrorIsAParseError() async {
        let spec = Friends().accepting(404) { _ in throw Broken() }

        let error = await failure(of: Connection(spec, config: status(404)))

        #expect(error?.type == .parse)
        #expect(error?.underlying as? Broken == Broken())
    }

    @Test func otherSpecMembersAreUnchanged() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        let spec = Everything().accepting(404) { _ in "" }

        _ = try await Connection(Everything().accepting(404) { _ in "" }, config: .over(connector)).response()

        let request = try #require(connector.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://api.example.com/?q=1&n=2")
        #expect(request.headers["X"] == "y" && request.headers[.idempotencyKey] != nil)
        #expect(try await collect(try #require(request.body)) == Data("body".utf8))
        let options = try spec.request.storage.value.options?.value
        #expect(options?.redirects?.limit == 3 && options?.deadlines == Deadlines(total: .seconds(9)))
        #expect(spec.contentDecoder is JSONContentDecoder)
    }

    @Test func aLiveSpecCanAcceptAStatusToo() async throws {
        let recorder = EventRecorder()
        let spec = StreamSpec().accepting(404) { ResponseStream(.text("\($0.text): \($0.statusCode)")) }
            .accepting(410) { _ in ResponseStream(.text("")) }

        let stream = try await Connection(spec, config: status(404)).recorded(by: recorder).response()

        var data = Data()
        for try await chunk in stream.body { data.append(chunk) }
        #expect(data == Data("gone: 404".utf8))
        #expect(recorder.events == Events.success)
    }

    @Test func declinedRedirectCanBeAccepted() async throws {
        let redirect = Response(statusCode: 302, headers: ["Location": "/x"], data: Data("raw".utf8))
        let spec = StreamSpec().accepting(302) { _ in ResponseStream(.text("accepted")) }
        let connection = Connection(spec, config: .over(ScriptedConnector(.response(redirect))))

        let stream = try await connection.redirects(.deciding { _ in nil }).response()

        var text = ""
        for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text == "accepted")
    }

    @Test func acceptedHEADBodyWaitIsLimited() async throws {
        let (clock, body) = (ManualClock(), ScriptedBody())
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 404, body: ResponseBody(body))))
        let spec = HeadStream().accepting(404) { _ in ResponseStream(.text("none")) }
        async let stream = Connection(spec, config: .over(connector, clock: clock)).response()
        await clock.waitForSleepers()

        clock.advance(by: .seconds(5))

        #expect(try await stream.statusCode == 200)
    }

    @Test func emptyFallbackAppliesToAllSpecs() async throws {
        var config = status(404)
        config.fallbacks = [EmptyFallback(404)]
        let recorder = EventRecorder()

        let friends = try await Connection(Friends(), config: config).recorded(by: recorder).response()
        let user = try await HTTP("https://api.example.com/").asDecodable(String?.self, config: config).response()
        let map = try await HTTP("https://api.example.com/").asDecodable([String: Int].self, config: config).response()
        let set = try await HTTP("https://api.example.com/").asDecodable(Set<Int>.self, config: config).response()

        #expect(friends == [] && user == nil && map == [:] && set == [])
        #expect(recorder.events == Events.success)
    }

    @Test func aModelThatCannotBeEmptyStaysAFailure() async {
        var config = status(404)
        config.fallbacks = [EmptyFallback(404)]

        #expect(await failure(of: Connection(TextSpec(), config: config))?.type == .invalidResponse)
    }

    @Test func otherStatusesStayFailures() async {
        var config = status(410)
        config.fallbacks = [EmptyFallback(404)]

        #expect(await failure(of: Connection(Friends(), config: config))?.response?.statusCode == 410)
    }

    @Test func firstFallbackWithAModelWins() async throws {
        var config = status(404)
        config.fallbacks = [Texts("first"), Texts("second")]
        #expect(try await Connection(TextSpec(), config: config).response() == "first")

        config.fallbacks = [Texts(nil)]
        #expect(await failure(of: Connection(TextSpec(), config: config))?.type == .parse)
    }

    @Test func fallbackCausesNoRetryOrErrorEvent() async throws {
        let (policy, recorder) = (Recovering(.restart()), EventRecorder())
        var config = status(503)
        config.fallbacks = [EmptyFallback(503)]

        _ = try await Connection(Friends(), config: config).recorded(by: recorder).addPolicy(policy).response()

        #expect(policy.attempts.isEmpty)
        #expect(recorder.events == Events.success)
    }

    private func status(_ statusCode: Int) -> ConnectionConfig {
        .over(MockConnector { _ in .text("gone", statusCode: statusCode) })
    }
}

private struct Everything: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP {
        HTTP("https://api.example.com/").method(.post).header("X", "y").query("q", 1).content(["n": 2], encoder: .query)
            .body(Data("body".utf8)).redirects(.follow(limit: 3)).deadlines(Deadlines(total: .seconds(9)))
            .idempotencyKey()
    }
    var contentDecoder: (any ContentDecoder)? { JSONContentDecoder() }
}

/// Returns a text for every response, or throws.
private struct Texts: ModelFallback {
    let text: String?

    init(_ text: String?) {
        self.text = text
    }

    func model<Model: Sendable>(of response: Response, as type: Model.Type) throws -> Model? {
        guard let text else { throw Broken() }
        return text as? Model
    }
}

private struct HeadStream: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var request: HTTP { HTTP("https://api.example.com/text").method(.head) }
}
