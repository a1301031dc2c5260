import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Specs that are resolved again for every attempt.
@Suite struct ResolvedSpecTests {
    @Test func requestComesFromOneResolution() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))
        let connection = Connection(Numbered(), config: .over(connector)).addRecovery(Recovering(.restart()))

        _ = try await connection.response()

        #expect(
            connector.requests.map(\.url.absoluteString) == ["https://api.example.com/1", "https://api.example.com/2"])
        #expect(connector.requests.map { $0.headers["X-Number"] } == ["1", "2"])
        #expect(connector.requests.map(\.method) == [.put, .put])
    }

    @Test(arguments: [
        (InvalidRequest.missingBase("friends") as any Error, ConnectionErrorType.invalidURL),
        (URITemplateError.missingVariable("id", template: "{id}"), .invalidURL),
        (InvalidRequest.twoBodies, .invalidRequest), (Broken(), .invalidRequest),
    ])
    func unresolvableSpecSendsNothing(error: any Error, type: ConnectionErrorType) async {
        let connector = ScriptedConnector()

        let failure = await failure(of: Connection(Unresolvable(error: error), config: .over(connector)))

        #expect(failure?.type == type)
        #expect(failure?.underlying.map { "\($0)" } == "\(error)")
        #expect(failure?.request.method == .patch)
        #expect(connector.requests.isEmpty)
    }

    @Test func anAcceptingSpecIsResolvedToo() async throws {
        let connector = ScriptedConnector(.response(.text("gone", statusCode: 404)))

        _ = try await Connection(Numbered().accepting(404) { _ in "" }, config: .over(connector)).response()

        #expect(connector.requests.map(\.url.absoluteString) == ["https://api.example.com/1"])
    }

    @Test func invalidResponseReasonIsReported() async {
        let connector = MockConnector { _ in .text("ok") }

        let failure = await failure(of: Connection(Choosy(), config: .over(connector)))

        #expect(failure?.type == .invalidResponse)
        #expect(failure?.underlying as? Broken == Broken(reason: "ok is not enough"))
        #expect(failure?.response?.text == "ok")
    }

    @Test func anAcceptedStatusIsNotValidated() async throws {
        let gone = MockConnector { _ in .text("gone", statusCode: 404) }

        let text = try await Connection(Choosy().accepting(404) { _ in "none" }, config: .over(gone)).response()
        let failure = await failure(of: Connection(Choosy().accepting(404) { _ in "none" }, config: .ok))

        #expect(text == "none")
        #expect(failure?.underlying as? Broken == Broken(reason: "ok is not enough"))
    }
}

/// Describes a different request each time.
private final class Numbered: ConnectionSpec {
    typealias ResponseModel = String
    private var count = 0
    var url: String { "/unresolved" }

    func resolved() -> (any RequestSpec)? {
        count += 1
        return HTTP("https://api.example.com/\(count)").httpMethod(.put).headers(["X-Number": "\(count)"])
    }
}

private struct Unresolvable: ConnectionSpec {
    typealias ResponseModel = String
    let error: any Error
    var url: String { "friends" }
    var httpMethod: HTTPMethod { .patch }

    func resolved() throws -> (any RequestSpec)? { throw error }
}

private struct Choosy: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { "https://api.example.com/" }

    func validate(response: Response) throws { throw Broken(reason: "\(response.text) is not enough") }
}
