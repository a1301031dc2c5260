import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct ResponseReadingTests {
    private func every(_ json: String) async throws -> PostEveryResponse {
        try await PostEveryRequest().over(ScriptedConnector.always(json)).send()
    }

    @Test func everyTypeIsRead() async throws {
        let response = try await every(
            #"""
            {"a": -128, "b": 255, "e": -2147483648, "f": 4294967295, "g": -9223372036854775808, "h": 18446744073709551615,
             "i": true, "j": 0.25, "k": 1e300, "l": "text", "m": "1970-01-02T00:00:00.5+00:00", "n": "Ynl0ZXM="}
            """#)

        #expect(response.a == .min && response.b == .max && response.e == .min && response.f == .max)
        #expect(response.g == .min && response.h == .max && response.i == true && response.j == 0.25)
        #expect(
            response.k == 1e300 && response.l == "text" && response.n?.data == Data("bytes".utf8) && response.o == nil)
        #expect(response.m == Date(timeIntervalSince1970: 86_400.5))
    }

    @Test(arguments: [
        "{}", #"{"a": null, "g": null}"#, "[]", "7", "null", "",
        #"{"a": 128, "b": -1, "e": "1", "f": 1.5, "g": 9223372036854775808, "h": -1, "i": 1, "j": "x", "k": [], "l": 5, "m": "no", "n": 3}"#,
        #"{"a": {}, "b": [], "e": true, "f": {}, "g": "g", "h": {}, "i": "true", "j": 1e300, "k": {}, "l": {}, "m": 3, "n": "?"}"#,
    ])
    func missingOrMistypedFieldIsNil(_ json: String) async throws {
        let response = try await every(json)

        #expect(response.a == nil && response.b == nil && response.e == nil && response.f == nil)
        #expect(response.g == nil && response.h == nil && response.i == nil && response.j == nil)
        #expect(response.k == nil && response.l == nil && response.m == nil && response.n == nil)
    }

    @Test func integersOf64BitsSurviveBothWays() async throws {
        let connector = ScriptedConnector.always(#"{"g": 9007199254740993, "h": 18446744073709551615}"#)
        let request = PostEveryRequest().over(connector)
        (request.g, request.h) = (-9_007_199_254_740_993, .max)

        let response = try await request.send()

        #expect(try await connector.bodies() == [#"{"g":-9007199254740993,"h":18446744073709551615}"#])
        #expect(response.g == 9_007_199_254_740_993 && response.h == .max)
    }

    @Test func nestedValuesSkipInvalidElements() async throws {
        let json = #"""
            {"friend": {"name": "Ada", "id": 1, "best": {"name": "Grace", "best": null}, "notes": {"1": "one", "x": "no", "2": 2}},
             "friends": [{"name": "Mary"}, 7, null, {}], "level": 9, "seen": {"active": true, "new": false, "away": 0}}
            """#
        let response = try await GetFriendsUserIdRequest(user_id: "7").over(ScriptedConnector.always(json)).send()

        #expect(
            response.friend?.name == "Ada" && response.friend?.best?.name == "Grace"
                && response.friend?.best?.best == nil)
        #expect(response.friend?.notes == [1: "one"] && response.friends?.map(\.name) == ["Mary", nil])
        #expect(response.level == Level(rawValue: 9) && response.total == 7)
        #expect(response.seen == [.ACTIVE: true, Status(rawValue: "new"): false])
    }

    @Test func bodyIsReadByItsType() async throws {
        let connector = ScriptedConnector.always(#""a text""#)
        let request = PostFilesNameRawRequest(name: "a").over(connector)
        #expect(try await request.send().body == "a text")

        let html = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["Content-Type": "text/plain"], data: Data("plain".utf8))))
        #expect(try await PostFilesNameRawRequest(name: "a").over(html).send().body == "plain")

        let bytes = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["Content-Type": "image/png"], data: Data([0, 255]))))
        let image = try await PutFilesNameRawRequest(name: "a").over(bytes).send()
        #expect(image.body == HTTPData(Data([0, 255]), mediaType: "image/png"))
    }

    @Test func aResponseWithoutFieldsIsNotRead() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 204)), .response(Response(statusCode: 200, data: Data("<html>".utf8))))

        for _ in 1...2 { _ = try await DeleteFriendsUserIdRequest(user_id: "7").over(connector).send() }

        #expect(connector.requests.count == 2)
    }

    @Test func unparsableContentErrorHasItsBytes() async {
        let error = await failure { try await every("{\"a\": ") }

        #expect(error?.type == .parse && error?.response?.text == "{\"a\": ")
    }

    @Test func htmlPageIsNotAnEmptyResponse() async {
        let page = Response(
            statusCode: 200, headers: ["Content-Type": "text/html"], data: Data("<html>login</html>".utf8))

        let error = await failure { try await GetMyExampleRequest().over(ScriptedConnector(.response(page))).send() }

        #expect(error?.type == .parse && error?.response?.text == "<html>login</html>")
        #expect(
            (error?.underlying as? ContentReadingError)?.description
                == #"cannot read GetMyExampleResponse: the content: a dictionary is expected, not "<html>login</html>""#
        )
    }

    @Test func textOfAServerIsEscapedInDescriptions() async {
        let page = Response(
            statusCode: 200, headers: ["Content-Type": "text/html"], data: Data(terminalControls.utf8))

        let error = await failure { try await GetMyExampleRequest().over(ScriptedConnector(.response(page))).send() }

        let reading = error?.underlying as? ContentReadingError
        #expect(reading != nil && "\(reading.map { "\($0)" } ?? "")".controlsOfTerminal == [])
    }

    @Test(arguments: ["hello", "0001", "5", "true", "null", "[]", #"{"a": 1}"#, #""q""#, " spaces \n"])
    func plainTextBodyIsReadUnchanged(_ text: String) async throws {
        let response = Response(statusCode: 200, headers: ["Content-Type": "text/plain"], data: Data(text.utf8))

        #expect(
            try await PostFilesNameRawRequest(name: "a").over(ScriptedConnector(.response(response))).send().body
                == text)
    }

    @Test func htmlPageIsNotAStructure() async {
        let page = Response(statusCode: 200, headers: ["Content-Type": "text/html"], data: Data("<html>".utf8))

        let error = await failure {
            try await PutFriendsUserIdRequest(user_id: "7").over(ScriptedConnector(.response(page))).send()
        }

        #expect(error?.type == .parse)
    }

    @Test(arguments: ["NaN", "inf", "-infinity", "0x10", "1e999", "soon"])
    func nonFiniteNumberTextIsNotADate(_ text: String) async throws {
        let request = PostEveryRequest().over(ScriptedConnector.always(#"{"m": "\#(text)"}"#))
        request.configuration.dates = .secondsSince1970

        #expect(try await request.send().m == nil)
    }

    @Test func nonFiniteDateIsNotSent() async {
        let request = PostEveryRequest().over(ScriptedConnector.always())
        request.configuration.dates = .iso8601
        request.m = Date(timeIntervalSince1970: .nan)

        #expect(await failure { try await request.send() }?.type == .invalidRequest)
    }

    @Test func jsonSentAsPlainTextIsRead() async throws {
        let text = Response(statusCode: 200, headers: ["Content-Type": "text/plain"], data: Data(#"{"x": 1}"#.utf8))

        #expect(try await GetMyExampleRequest().over(ScriptedConnector(.response(text))).send().x1 == 1)
    }

    @Test func responseIsCreatedFromATree() throws {
        let response = try GetMyExampleResponse(
            content: ["x": 1, "xx": "no"], rawResponse: HTTPResponse(statusCode: 200))

        #expect(response.x1 == 1 && response.x2 == nil && response.rawResponse.statusCode == 200)
        #expect(GetMyExampleResponse(x1: 1).x1 == 1 && Friend(name: "Ada") == Friend(name: "Ada"))
    }
}
