import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import TestSupport
import Testing

/// Observers and rewriters, as in seed 000.
@Suite(.tags(.threadSanitizer)) struct BaseClientTests {
    private final class Observer: HTTPRequestObserver, HTTPResponseObserver {
        private let seen = LockedValue<[String]>([])
        var lines: [String] { seen.withLock { $0 } }

        private func see(_ line: String) { seen.withLock { $0.append(line) } }

        func willSend(request: any Request) { see("willSend \(request.uri)") }
        func didSend(request: any Request) { see("didSend \(request.uri)") }
        func willEncode(request: any Request) { see("willEncode \(request.method)") }
        func didEncode(request: any Request, encoded: HTTPRequest) { see("didEncode \(encoded.url.absoluteString)") }
        func receive(error: HIError) { see("error \(error.type)") }
        func receive(rawResponse: HTTPResponse) { see("response \(rawResponse.statusCode)") }
        func willDecode(rawResponse: HTTPResponse) { see("willDecode \(rawResponse.statusCode)") }
        func didDecode(rawResponse: HTTPResponse, decodedResponse: any Response) {
            see("didDecode \(type(of: decodedResponse))")
        }
    }

    private final class Rewriter: HTTPRequestRewriter, HTTPResponseRewriter {
        func rewrite(request: HTTPRequest) -> HTTPRequestRewriterResult {
            var request = request
            request.headers["X-Stage"] = "test"
            switch request.url.path {
            case "/v1/files/answered/raw":
                return .response(response: HTTPResponse(statusCode: 200, data: Data("kept".utf8)))
            case "/v1/files/refused/raw": return .error(error: Refused())
            default: return .request(request: request)
            }
        }

        func rewrite(response: HTTPResponse) -> HTTPResponseRewriterResult {
            response.text == "bad" ? .error(error: Refused()) : .response(response: response)
        }
    }

    private struct Refused: Error {}

    @Test func observersSeeEachStepInItsOrder() async throws {
        let observer = Observer()
        let request = GetMyExampleRequest().over(ScriptedConnector.always(#"{"x": 1}"#))
        request.client.add(requestObserver: observer)
        request.client.add(responseObserver: observer)

        _ = try await request.send()

        #expect(
            observer.lines == [
                "willEncode GET", "didEncode https://example.com/v1/my/example", "willSend /my/example",
                "didSend /my/example",
                "response 200", "willDecode 200", "didDecode GetMyExampleResponse",
            ])
    }

    @Test func aRawResponseIsDecodedByTheConfiguration() async throws {
        let request = GetMyExampleRequest().over(ScriptedConnector.always(#"{"home_page": "/a"}"#))
        request.configuration.decoder = .json(keys: .fromSnakeCase)

        let found = try await request.client.connection(to: request, as: FoundPage.self).response()

        #expect(found.page.homePage == "/a" && request.contentDecoder is JSONContentDecoder)
    }

    private struct FoundPage: IDLResponse {
        struct Page: Decodable {
            var homePage: String
        }

        let page: Page

        init(content: ResponseContent?, rawResponse: HTTPResponse) throws { page = try rawResponse.decoded() }
    }

    @Test func observersSeeTheContentThatIsSent() async throws {
        final class Dated: IDLRequest {
            let (method, uri) = ("POST", "/dates")
            var configuration = BaseConfiguration()
            var content: RequestContent? { ["at": .date(Date(timeIntervalSince1970: 7))] }
        }
        final class Contents: HTTPRequestObserver {
            let seen = LockedValue<[RequestContent?]>([])
            func willSend(request: any IDLRequest) { seen.withLock { $0.append(request.content) } }
        }
        let (observer, request) = (Contents(), Dated())
        request.configuration.baseURLString = "https://api.example.com"
        request.configuration.dates = .secondsSince1970
        let client = BaseClient(config: ConnectionConfig(connector: ScriptedConnector.always()))
        client.add(requestObserver: observer)

        _ = try await client.connection(to: request).response()

        #expect(observer.seen.withLock { $0 }.map { "\($0 ?? .null)" } == [#"{"at": 7}"#])
        #expect(request.httpMethod == .post && request.url == "https://api.example.com/dates")
    }

    @Test func observersSeeAFailure() async throws {
        let observer = Observer()
        let request = GetMyExampleRequest().over(ScriptedConnector.always("no", statusCode: 500))
        request.client.add(responseObserver: observer)

        _ = try? await request.send()

        #expect(observer.lines == ["response 500", "error invalidResponse"])
    }

    @Test func observersSeeAnInvalidRequest() async throws {
        let observer = Observer()
        let request = DeleteFriendsUserIdRequest(user_id: "..").over(ScriptedConnector.always())
        request.client.add(requestObserver: observer)
        request.client.add(responseObserver: observer)

        _ = try? await request.send()

        #expect(observer.lines == ["error invalidURL"])
    }

    @Test(arguments: [#"http://evil.example\@api.example.com"#, "http://a%2Fb/v1", "http://a..b"])
    func aBaseWithAnAmbiguousHostIsAnError(base: String) async {
        let connector = ScriptedConnector()
        let request = GetMyExampleRequest().over(connector)
        request.configuration.baseURLString = base

        let error = await #expect(throws: HIError.self) { try await request.send() }

        #expect(error?.type == .invalidURL)
        #expect(connector.requests.isEmpty)
    }

    @Test func headerNamesIgnoreCase() {
        var configuration = BaseConfiguration()
        configuration.headers = ["Accept-Language": "en", "X": "1"]
        configuration.append(headers: ["accept-language": "de"])

        #expect(configuration.headers == ["accept-language": "de", "X": "1"])
    }

    @Test func removedObserverSeesNothing() async throws {
        let observer = Observer()
        let request = GetMyExampleRequest().over(ScriptedConnector.always())
        request.client.add(requestObserver: observer)
        request.client.add(responseObserver: observer)
        request.client.remove(requestObserver: observer)
        request.client.remove(responseObserver: observer)

        _ = try await request.send()

        #expect(observer.lines.isEmpty)
    }

    @Test func rewritersModifyAnswerAndReject() async throws {
        let connector = ScriptedConnector { _, request in
            .response(
                HTTPResponse(statusCode: 200, data: Data((request.url.path.contains("bad") ? "bad" : "good").utf8)))
        }
        func body(_ name: String) async throws -> String? {
            let request = PutFilesNameRawRequest(name: name).over(connector)
            request.client.add(requestRewriter: Rewriter())
            request.client.add(responseRewriter: Rewriter())
            request.body = HTTPData(Data("x".utf8))
            return try await request.send().body.map { String(decoding: $0.data, as: UTF8.self) }
        }

        #expect(try await body("sent") == "good")
        #expect(try await body("answered") == "kept")
        await #expect(throws: HIError.self) { try await body("refused") }
        await #expect(throws: HIError.self) { try await body("bad") }
        #expect(connector.requests.map { $0.headers["X-Stage"] } == ["test", "test"])
    }

    private struct Suffix: HTTPRequestRewriter, HTTPResponseRewriter {
        let text: String

        func rewrite(request: HTTPRequest) -> HTTPRequestRewriterResult {
            var request = request
            request.headers["X-Order"] = (request.headers["X-Order"] ?? "") + text
            return .request(request: request)
        }

        func rewrite(response: HTTPResponse) -> HTTPResponseRewriterResult {
            .response(response: HTTPResponse(statusCode: 200, data: response.data + Data(text.utf8)))
        }
    }

    @Test func rewritersActInTheirOrder() async throws {
        let connector = ScriptedConnector.always("bytes")
        let request = PutFilesNameRawRequest(name: "a").over(connector)
        for text in ["1", "2", "3"] {
            request.client.add(requestRewriter: Suffix(text: text))
            request.client.add(responseRewriter: Suffix(text: text))
        }

        let response = try await request.send()

        #expect(connector.requests[0].headers["X-Order"] == "123")
        #expect(response.body?.data == Data("bytes123".utf8))
    }

    private struct Found: Response {
        let names: [String]?
        let count: Int64?
        let rawResponse: HTTPResponse

        init(content: ResponseContent?, rawResponse: HTTPResponse) throws {
            self.rawResponse = rawResponse
            guard let content = content, case .dictionary(let value) = content else {
                (names, count) = (nil, nil)
                return
            }
            self.names = [String](content: value["names"])
            self.count = Int64(content: value["count"])
        }
    }

    @Test func aResponseMayBeWrittenByHand() async throws {
        let request = GetMyExampleRequest().over(ScriptedConnector.always(#"{"names": ["Ada"], "count": "no"}"#))

        let found = try await request.client.connection(to: request, as: Found.self).response()

        #expect(found.names == ["Ada"] && found.count == nil && found.rawResponse.statusCode == 200)
    }
}
