import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The rewriters of HTTPIDL, with each of their results.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct RewriterTests {
    @Test func aRequestBecomesAnotherRequest() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        let rewriter = RewritingRequest { request in
            var request = request
            request.method = .put
            return .request(request: request)
        }

        _ = try await send(over: connector) { $0.addRewriter(rewriter) }.get()

        #expect(connector.requests.map(\.method) == [.put])
    }

    @Test func rebuiltRequestStillReportsProgress() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        var config = ConnectionConfig(connector: connector)
        config.addRewriter(RewritingRequest { .request(request: Request(url: $0.url)) })

        _ = try await Connection(TextSpec(), config: config).addOnProgress { _ in }.response()

        #expect(connector.contexts.map(\.wantsProgress) == [true])
    }

    @Test func aRequestBecomesAResponseAndIsNotSent() async throws {
        let connector = ScriptedConnector()
        let rewriter = RewritingRequest { _ in .response(response: .text("mine")) }

        #expect(try await send(over: connector) { $0.addRewriter(rewriter) }.get() == "mine")
        #expect(connector.requests.isEmpty)
    }

    @Test func aRequestBecomesAnErrorAndIsNotSent() async {
        let connector = ScriptedConnector()
        let rewriter = RewritingRequest { _ in .error(error: Broken()) }

        let result = await send(over: connector) { $0.addRewriter(rewriter) }

        #expect(result.error?.underlying as? Broken == Broken())
        #expect(connector.requests.isEmpty)
    }

    @Test func aResponseBecomesAnotherResponse() async throws {
        let rewriter = RewritingResponse { response in .response(response: .text(response.text.uppercased())) }
        let connector = ScriptedConnector(.response(.text("no", statusCode: 500)))

        #expect(try await send(over: connector) { $0.addRewriter(rewriter) }.get() == "NO")
    }

    @Test func aResponseBecomesAnError() async {
        let rewriter = RewritingResponse { _ in .error(error: ConnectionErrorType.validation) }

        let result = await send(over: ScriptedConnector(.response(.text("ok")))) { $0.addRewriter(rewriter) }

        #expect(result.error?.type == .validation)
    }

    @Test func theyAreAskedInTheOrderInWhichTheyWereAdded() async throws {
        let connector = ScriptedConnector(.response(.text("ok")))

        let text = try await send(over: connector) { config in
            config.addRewriter(Both("1"))
            config.addRewriter(Both("2"))
        }.get()

        #expect(connector.requests.first?.url.absoluteString == "https://api.example.com/text12")
        #expect(text == "ok21")
    }

    @Test func incompleteResponseErrorHasReceivedBytes() async {
        let rewriter = RewritingResponse { .response(response: $0) }
        let (cut, long) = (ScriptedBody(), ScriptedBody())
        cut.send("half")
        cut.finish(throwing: Broken())
        long.send("123456789")

        let errors = await [cut, long].asyncMap { body in
            let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))
            return await send(over: ScriptedConnector(.stream(stream))) { config in
                config.maximumResponseBytes = 5
                config.addRewriter(rewriter)
            }.error
        }

        #expect(errors.map { $0?.type } == [.network, .bodyTooLarge])
        #expect(errors.map { $0?.response?.text } == ["half", "12345"])
    }

    @Test func rewriterRespectsTheResponseLimit() async {
        let rewriter = RewritingResponse { .response(response: $0) }

        let result = await send(over: ScriptedConnector(.response(.text("123456789")))) { config in
            config.addRewriter(rewriter)
            config.maximumResponseBytes = 5
        }

        #expect(result.error?.type == .bodyTooLarge)
    }

    @Test func truncatedRedirectBodyIsRewritten() async throws {
        let seen = LockedValue<[Int]>([])
        let redirect = Response(statusCode: 302, headers: ["Location": "/elsewhere"], data: Data(count: 1 << 20))
        let connector = ScriptedConnector(.response(redirect), .response(.text("ok")))

        let text = try await send(over: connector) { config in
            config.maximumResponseBytes = 5
            config.addRewriter(
                RewritingResponse { response in
                    seen.withLock { $0.append(response.data.count) }
                    return .response(response: response)
                })
        }.get()

        #expect(text == "ok")
        #expect(seen.withLock { $0 } == [5, 2])
    }

    @Test func aRewriterReadsWithTheDecoderOfTheConfig() async throws {
        let rewriter = RewritingResponse { response in
            do {
                return .response(response: .text(try response.decoded(as: [String].self).joined()))
            } catch {
                return .error(error: error)
            }
        }

        let text = try await send(over: ScriptedConnector(.response(.text("a b")))) { config in
            config.contentDecoder = WordDecoder()
            config.addRewriter(rewriter)
        }.get()

        #expect(text == "ab")
    }

    @Test func aRewriterReadsWithTheDecoderOfTheSpec() async throws {
        let rewriter = RewritingResponse { response in
            do {
                let page = try response.decoded(as: Page.self)
                return .response(response: .json("{\"home_page\": \"\(page.homePage)b\"}"))
            } catch {
                return .error(error: error)
            }
        }
        var config = ConnectionConfig(connector: MockConnector { _ in .json(#"{"home_page": "/a"}"#) })
        config.addRewriter(rewriter)

        let rewritten = try await Connection(PageSpec(), config: config).response()

        #expect(rewritten == Page(homePage: "/ab"))
    }

    @Test func redirectWithAnEndlessBodyIsFollowedAfter100Milliseconds() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let redirect = ResponseStream(statusCode: 302, headers: ["Location": "/2"], body: ResponseBody(body))
        let connector = ScriptedConnector(.stream(redirect), .response(.text("ok")))
        body.send("please ", "wait")
        var config = ConnectionConfig(connector: connector, clock: clock)
        config.addRewriter(RewritingResponse { .response(response: $0) })
        async let response = HTTP("https://a.example/1").asResponse(config: config).response()
        await body.waitForReaders(1)
        await clock.waitForSleepers()

        clock.advance(by: .milliseconds(100))

        #expect(try await response.text == "ok")
        #expect(try await response.history.map(\.text) == ["please wait"])
    }

    private func send(
        over connector: any HTTPConnector, _ setUp: (inout ConnectionConfig) -> Void
    ) async -> Result<String, ConnectionError> {
        var config = ConnectionConfig(connector: connector)
        setUp(&config)
        do {
            return .success(try await Connection(TextSpec(), config: config).response())
        } catch {
            return .failure(error)
        }
    }
}

struct RewritingRequest: HTTPRequestRewriter {
    let result: @Sendable (Request) -> HTTPRequestRewriterResult

    init(_ result: @escaping @Sendable (Request) -> HTTPRequestRewriterResult) {
        self.result = result
    }

    func rewrite(request: Request) -> HTTPRequestRewriterResult { result(request) }
}

struct RewritingResponse: HTTPResponseRewriter {
    let result: @Sendable (Response) -> HTTPResponseRewriterResult

    init(_ result: @escaping @Sendable (Response) -> HTTPResponseRewriterResult) {
        self.result = result
    }

    func rewrite(response: Response) -> HTTPResponseRewriterResult { result(response) }
}

/// Adds its mark to the path of the request and to the text of the response.
private struct Both: HTTPRequestRewriter, HTTPResponseRewriter {
    let mark: String

    init(_ mark: String) {
        self.mark = mark
    }

    func rewrite(request: Request) -> HTTPRequestRewriterResult {
        var request = request
        request.url = URL(string: request.url.absoluteString + mark) ?? request.url
        return .request(request: request)
    }

    func rewrite(response: Response) -> HTTPResponseRewriterResult { .response(response: .text(response.text + mark)) }
}

private struct Page: Codable, Equatable {
    var homePage: String
}

private struct PageSpec: ConnectionSpec {
    var request: HTTP { HTTP("https://example.com/") }
    var contentDecoder: (any ContentDecoder)? { .json(keys: .fromSnakeCase) }
    func parseResponse(response: Response) throws -> Page { try response.decoded() }
}

/// Reads the words of a text.
private struct WordDecoder: ContentDecoder {
    func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        let words = response.text.split(separator: " ").map(String.init)
        return try JSONDecoder().decode(type, from: JSONEncoder().encode(words))
    }
}

extension Result {
    fileprivate var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async -> Value) async -> [Value] {
        var values: [Value] = []
        for element in self { values.append(await transform(element)) }
        return values
    }
}
