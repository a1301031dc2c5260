import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct RevalidationTests {
    @Test func whatIsStillGoodIsTakenFromBefore() async throws {
        let connector = ScriptedConnector(
            .response(
                Response(
                    statusCode: 200, headers: ["ETag": "\"a\"", "Content-Type": "text/plain", "Date": "1"],
                    data: Data("body".utf8))),
            .response(Response(statusCode: 304, headers: ["ETag": "\"a\"", "Date": "2", "Content-Length": "0"])))
        let revalidation = Revalidation()
        let http = HTTP("https://api.example.com/").config(.over(connector)).asResponse().addMiddleware(revalidation)

        _ = try await http.response()
        #expect(!revalidation.isUnchanged)
        let second = try await http.response()

        #expect(revalidation.isUnchanged)
        #expect(second.statusCode == 200 && second.text == "body")
        #expect(second.headers["Date"] == "2" && second.headers[.contentLength] == nil)
    }

    @Test func fieldsThatRepeatAreNotJoined() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\"", "Set-Cookie": "old=1"])),
            .response(Response(statusCode: 304, headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"])))
        let http = HTTP("https://api.example.com/").config(.over(connector)).asResponse().addMiddleware(Revalidation())
        _ = try await http.response()

        let second = try await http.response()

        #expect(second.headers.values(for: .setCookie) == ["a=1", "b=2"])
    }

    @Test func anotherURLAndAnotherMethodAreNotAskedAbout() async throws {
        let tagged = Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("ok".utf8))
        let connector = ScriptedConnector { _, _ in .response(tagged) }
        let connection = Connection(CountingSpec(), config: .over(connector)).addMiddleware(Revalidation())
        let post = HTTP("https://api.example.com/").httpMethod(.post).config(.over(connector)).asString()
            .addMiddleware(Revalidation())

        for _ in 0..<2 { _ = try await connection.response() }
        for _ in 0..<2 { _ = try await post.response() }

        #expect(connector.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func aConditionOfTheSpecStaysAsItIs() async {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 304, headers: ["ETag": "\"a\""])) }
        let spec = TextSpec(headers: ["If-None-Match": "\"mine\""])

        let error = await failure(of: Connection(spec, config: .over(connector)).addMiddleware(Revalidation()))

        #expect(error?.response?.statusCode == 304)
        #expect(connector.requests.first?.headers["If-None-Match"] == "\"mine\"")
    }

    @Test func aServerThatAnswers304UnaskedIsNotBelieved() async {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 304)) }

        let error = await failure(of: Connection(TextSpec(), config: .over(connector)).addMiddleware(Revalidation()))

        #expect(error?.response?.statusCode == 304)
    }

    @Test func aBodyThatIsTooLargeToKeepIsAnErrorWithItsBeginning() async {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("123456".utf8))))
        let connection = Connection(TextSpec(), config: .over(connector)).addMiddleware(Revalidation(limit: 5))

        #expect(await failure(of: connection)?.type == .bodyTooLarge)
    }
}
