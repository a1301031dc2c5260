import AbstractHTTP
import AbstractHTTPTesting

/// A server that says 404 where a list is empty.
enum NotFoundSection: Section {
    static let name = "not-found"
    static let summary = "A 404 response can be a success, for one spec or for all"

    private struct Friends: ConnectionSpec {
        typealias ResponseModel = [String]
        let url: String
        var request: HTTP { HTTP(url) }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("there are none", statusCode: 404) }
        let recorder = EventRecorder()
        stage.declaration("private struct Friends")
        stage.code()
        let friends = try await Connection(Friends(url: server.url).accepting(404) { _ in [] })
            .recorded(by: recorder).response()

        stage.expect("The friends, after a 404", friends, is: [])
        stage.expect(
            "The events of a success", recorder.events,
            is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])

        stage.code()
        var config = ConnectionConfig()
        config.fallbacks = [EmptyFallback(404)]
        let list = try await Connection(Friends(url: server.url), config: config).response()
        let user = try await HTTP(server.url).asDecodable(Int?.self, config: config).response()

        stage.expect(
            "A list, after a 404", list, is: [])
        stage.expect("An optional, after a 404", user, is: nil)
    }
}
