import AbstractHTTP
import AbstractHTTPTesting

/// Redirects that are followed, that are not, and that must not be.
enum RedirectsSection: Section {
    static let name = "redirects"
    static let summary = "Redirects are followed, and the response lists them"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/old": .redirect(to: "/newer", statusCode: 301)
            case "/newer": .redirect(to: "newest?v=2", statusCode: 307)
            case "/round": .redirect(to: "/round")
            default: .text("\(request.method) \(request.target)")
            }
        }
        try await showTheWay(server, stage)
        try await showMethods(server, stage)
        await showRefusals(server, stage)
    }

    private static func showTheWay(_ server: LoopbackServer, _ stage: Stage) async throws {
        let recorder = EventRecorder()
        stage.code()
        let response = try await HTTP(server.url + "/old").asResponse().recorded(by: recorder).response()

        stage.expect("The body", response.text, is: "GET /newest?v=2")
        stage.expect("The status codes of the redirects", response.history.map(\.statusCode), is: [301, 307])
        stage.expect(
            "The events", recorder.events,
            is: [.onStart, .onRedirect, .onRedirect, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])

        stage.code()
        let off = try await HTTP(server.url + "/old").redirects(.off).asResponse().response()

        stage.expect("The status code with redirects off", off.statusCode, is: 301)
    }

    private static func showMethods(_ server: LoopbackServer, _ stage: Stage) async throws {
        for (statusCode, expected) in [(301, "GET /x"), (303, "GET /x"), (307, "POST /x"), (308, "POST /x")] {
            server.enqueue(.redirect(to: "/x", statusCode: statusCode))
            let text = try await HTTP(server.url).method(.post).asString().response()
            stage.expect("After a \(statusCode), a POST becomes", text, is: expected)
        }
        let elsewhere = try LoopbackServer { request in .text(request.headers["Authorization"] ?? "removed") }
        server.enqueue(.redirect(to: elsewhere.url))
        stage.code()
        let text = try await HTTP(server.url).headers(["Authorization": "Bearer secret"]).asString().response()

        stage.expect("The credentials after a redirect to another server", text, is: "removed")
    }

    private static func showRefusals(_ server: LoopbackServer, _ stage: Stage) async {
        do {
            _ = try await HTTP(server.url + "/round").asString().response()
            stage.fail("the redirect loop was followed")
        } catch {
            stage.expect("The error of a redirect loop", error.type, is: .redirect)
        }
    }
}
