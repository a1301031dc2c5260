import AbstractHTTP
import AbstractHTTPTesting

/// A server that says 404 where a list is empty.
enum NotFoundSection: Section {
    static let name = "not-found"
    static let summary = "404 as a success, of one spec and of all"

    private struct Friends: ConnectionSpec {
        typealias ResponseModel = [String]
        let url: String
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("there are none", statusCode: 404) }
        let recorder = EventRecorder()
        let friends = try await Connection(Friends(url: server.url).accepting(404) { _ in [] })
            .recorded(by: recorder).response()
        stage.expect("friends", friends, is: [])
        stage.expect(
            "a success like any", recorder.events,
            is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])

        var config = ConnectionConfig()
        config.fallbacks = [EmptyFallback(404)]
        stage.expect("every list", try await Connection(Friends(url: server.url), config: config).response(), is: [])
        let user = try await HTTP(server.url).config(config).asDecodable(Int?.self).response()
        stage.expect("every optional", user, is: nil)
    }
}
