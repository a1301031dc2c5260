import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What the errors of rewriters become.
@Suite(.timeLimit(.minutes(5))) struct RewriterErrorTests {
    @Test func anErrorFromAResponseRewriterIsInvalidResponse() async {
        let connector = ScriptedConnector { _, _ in .response(.text("out of order")) }
        var config = ConnectionConfig(connector: connector, policies: [Retry()])
        config.addRewriter(RewritingResponse { _ in .error(error: Broken()) })

        let error = await failure(of: Connection(TextSpec(), config: config))

        #expect(error?.type == .invalidResponse)
        #expect(error?.response?.text == "out of order")
        #expect(error?.underlying as? Broken == Broken())
        #expect(connector.requests.count == 1)
    }

    @Test func anErrorFromAResponseRewriterEndsPolling() async {
        var config = ConnectionConfig.ok
        config.addRewriter(RewritingResponse { _ in .error(error: Broken()) })
        let connection = Connection(TextSpec(), config: config)

        let error = await #expect(throws: ConnectionError.self) {
            for try await _ in connection.polling(PollingInterval(.zero)) {}
        }

        #expect(error?.type == .invalidResponse)
    }

    @Test(
        arguments: [
            (Broken(), .invalidRequest), (InvalidRequest.method("A B"), .invalidRequest),
            (InvalidRequest.malformedHost("http://.a/"), .invalidURL), (ConnectionErrorType.validation, .validation),
            (TransportError(.noResponse), .invalidRequest),
        ] as [(any Error, ConnectionErrorType)])
    func anErrorFromARequestRewriterIsInvalidRequest(error: any Error, type: ConnectionErrorType) async {
        var config = ConnectionConfig(connector: ScriptedConnector(), policies: [Retry()])
        config.addRewriter(RewritingRequest { _ in .error(error: error) })

        let ended = await failure(of: Connection(TextSpec(), config: config))

        #expect(ended?.type == type)
        #expect(ended?.underlying.map { "\($0)" } == "\(error)")
        #expect(ended?.attempts.count == 1)
    }

    @Test(arguments: [false, true]) func aConnectionErrorKeepsWhatItSays(isOfRequest: Bool) async {
        let inner = ConnectionError(
            type: .validation, request: Request(url: URL(filePath: "/")), response: .text("inner"),
            failureModel: "model", underlying: Broken())
        var config = ConnectionConfig.ok
        if isOfRequest {
            config.addRewriter(RewritingRequest { _ in .error(error: inner) })
        } else {
            config.addRewriter(RewritingResponse { _ in .error(error: inner) })
        }

        let error = await failure(of: Connection(TextSpec(), config: config))

        #expect(error?.type == .validation)
        #expect(error?.response?.text == "inner")
        #expect(error?.failureModel as? String == "model")
        #expect(error?.underlying as? Broken == Broken())
    }
}
