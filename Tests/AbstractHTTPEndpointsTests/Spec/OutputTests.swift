import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What endpoints return.
@Suite struct OutputTests {
    @Test func textOfAServerIsEscapedInDescriptions() {
        let error = UnacceptableContentType(MediaType(terminalControls), accepted: ["text/plain"])

        #expect("\(error)".controlsOfTerminal == [])
    }

    @Test func aModelIsDecoded() async throws {
        let connector = ScriptedConnector.always(#"{"index": 1, "total": 2}"#)

        #expect(try await GET<None, Page>("a").over(connector)() == Page(index: 1, total: 2))
    }

    @Test func aTreeIsReadByKeys() async throws {
        let connector = ScriptedConnector.always(#"{"user": {"name": "Ada", "tags": ["x", null]}, "n": 1.5}"#)

        let json = try await GET<None, JSON>("a").over(connector)()

        #expect(json["user"]?["name"] == "Ada")
        #expect(json["user"]["tags"] == ["x", nil])
        #expect(json["n"]?.doubleValue == 1.5)
    }

    @Test(arguments: [
        "text/plain", "application/octet-stream", "text/html; charset=utf-8", "application/x-www-form-urlencoded",
        "application/x-plist", "text/csv",
    ])
    func jsonTreeIgnoresTheContentType(contentType: String) async throws {
        let connector = MockConnector { _ in
            Response(statusCode: 200, headers: ["Content-Type": contentType], data: Data(#"{"a": [1]}"#.utf8))
        }

        #expect(try await GET<None, JSON>("a").over(connector)() == ["a": [1]])
        #expect(try await GET<None, JSON?>("a").over(connector)() == ["a": [1]])
        #expect(try await GET<None, DataResponse<JSON>>("a").over(connector)().value == ["a": [1]])
        #expect(try await GET<None, JSON>("a").over(connector).decoder(MediaTypeDecoder())() == ["a": [1]])
    }

    @Test func textsAndBytesAreTakenAsTheyAre() async throws {
        let connector = ScriptedConnector.always(#"{"a": 1}"#)

        #expect(try await GET<None, String>("a").over(connector)() == #"{"a": 1}"#)
        #expect(try await GET<None, Data>("a").over(connector)() == Data(#"{"a": 1}"#.utf8))
    }

    @Test func noneOutputAcceptsAnyBody() async throws {
        let connector = ScriptedConnector.always("<html>")

        #expect(try await GET<None, None>("a").over(connector)() == None())
        #expect(try await POST<Page, None>("a").over(connector)(Page(index: 1, total: 2)) == None())
    }

    @Test func anOptionalIsNilWithoutContent() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 204)), .response(Response(statusCode: 204)))

        let none = try await GET<None, Page?>("a").over(connector)()
        let error = await failure {
            try await GET<None, Page>("a").over(connector)()
        }

        #expect(none == nil)
        #expect(error?.underlying as? EmptyResponse == EmptyResponse(statusCode: 204))
    }

    @Test func treeKeysAreNeverConverted() async throws {
        let connector = ScriptedConnector.always(#"{"first_name": {"last_name": 1}, "list": [{"a_b": 2}]}"#)
        let endpoint = GET<None, JSON>("a").over(connector).decoder(.json(keys: .fromSnakeCase))

        #expect(try await endpoint() == ["first_name": ["last_name": 1], "list": [["a_b": 2]]])
    }

    @Test func anOutputMayHaveItsResponse() async throws {
        let connector = MockConnector { _ in
            Response(statusCode: 201, headers: ["Link": "<?page=2>; rel=next"], data: Data("[1, 2]".utf8))
        }

        let answer = try await GET<None, DataResponse<[Int]>>("a").over(connector)()
        let mocked = try await GET<None, DataResponse<[Int]>>("a").over(connector).mock(DataResponse([3]))()

        #expect(answer.value == [1, 2] && mocked.value == [3])
        #expect(answer.response.statusCode == 201 && answer.response.headers["Link"] == "<?page=2>; rel=next")
        #expect(try await POST<None, DataResponse<None>>("a").over(connector)().response.statusCode == 201)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DataResponse<Int>].self, from: Data("[1]".utf8))
        }
    }

    @Test func headOutputIsItsHeaderFields() async throws {
        let connector = MockConnector { _ in Response(statusCode: 200, headers: ["ETag": "x", "Content-Length": "9"]) }

        #expect(try await HEAD<None, HTTPHeaders>("a").over(connector)()["ETag"] == "x")
        #expect(try await HEAD<Int, Response>("a/{id}").over(connector)(7).statusCode == 200)
    }
}
