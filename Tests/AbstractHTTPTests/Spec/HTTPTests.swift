import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPTests {
    struct User: Decodable, Equatable, Sendable {
        var name: String
    }

    @Test func callsBuildTheRequest() async throws {
        let connector = ScriptedConnector(.response(.text(#"{"name": "Ada"}"#)))

        let user = try await HTTP("https://example.com/users?a=1").method(.post)
            .headers(["Accept": "a/b", "X": "1"]).headers(["X": "2"])
            .query(["q": "b"]).body(Data("body".utf8))
            .asDecodable(User.self, config: .over(connector)).response()

        let request = try #require(connector.requests.first)
        #expect(user == User(name: "Ada"))
        #expect(request.url.absoluteString == "https://example.com/users?a=1&q=b")
        #expect(request.method == .post)
        #expect(request.headers == ["Accept": "a/b", "X": "2"])
        #expect(try await bytes(of: request.body) == Data("body".utf8))
    }

    @Test @MainActor func callbackFormIsStartedExplicitly() async {
        let received = Promise<User>()
        let connector = ScriptedConnector(.response(.text(#"{"name": "Ada"}"#)))

        HTTP("https://example.com/").asDecodable(User.self, config: .over(connector)) { received.fulfill($0) }
            .addOnError { Issue.record($0) }
            .start()

        #expect(await received.value() == User(name: "Ada"))
        #expect(connector.requests.count == 1)
    }

    @Test func anInvalidStatusDecodesNoFailureModel() async {
        let http = HTTP("https://example.com/")
        let config = ConnectionConfig.over(MockConnector { _ in .text("no", statusCode: 404) })

        let errors = [
            await failure(of: http.asDecodable(User.self, config: config)),
            await failure(of: http.asString(config: config)), await failure(of: http.asData(config: config)),
        ]

        for error in errors {
            #expect(error?.type == .invalidResponse && error?.underlying == nil)
            #expect(error?.description == "GET https://example.com/: invalidResponse (404, 2 bytes)")
        }
    }

    @Test @MainActor func everyModelTakesAClosure() async {
        let http = HTTP("https://example.com/")
        let (text, data, nothing) = (Promise<String>(), Promise<Data>(), Promise<Void>())
        let (response, stream) = (Promise<Int>(), Promise<Int>())

        http.asString(config: .ok) { text.fulfill($0) }.start()
        http.asData(config: .ok) { data.fulfill($0) }.start()
        http.asVoid(config: .ok) { nothing.fulfill(()) }.start()
        http.asResponse(config: .ok) { response.fulfill($0.statusCode) }.start()
        http.asStream(config: .ok) { stream.fulfill($0.statusCode) }.start()

        #expect(await text.value() == "ok")
        #expect(await data.value() == Data("ok".utf8))
        await nothing.value()
        #expect(await response.value() == 200)
        #expect(await stream.value() == 200)
    }

    @Test func theNewerValueOfAHeaderWinsInWhateverCaseItIs() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        var form = MultipartForm()
        form.add("a", "b")

        _ = try await HTTP("https://example.com").method(.post).headers(["content-type": "text/x", "A": "1"])
            .multipart(form).asString(config: .over(connector)).response()

        #expect(connector.requests[0].headers.values(for: .contentType) == [form.contentType.rawValue])
        #expect(connector.requests[0].headers["a"] == "1")
    }

    @Test func stringDataVoidAndStreamAreModels() async throws {
        let http = HTTP("https://example.com/")

        #expect(try await http.asString(config: .ok).response() == "ok")
        #expect(try await http.asData(config: .ok).response() == Data("ok".utf8))
        try await http.asVoid(config: .ok).response()
        #expect(try await http.asStream(config: .ok).response().statusCode == 200)
    }

    @Test func asResponseTakesEveryStatus() async throws {
        let http = HTTP("https://example.com/")
        let config = ConnectionConfig.over(MockConnector { _ in .text("no", statusCode: 404) })

        #expect(try await http.asResponse(config: config).response().statusCode == 404)
        #expect(await failure(of: http.asString(config: config))?.type == .invalidResponse)
    }
}
