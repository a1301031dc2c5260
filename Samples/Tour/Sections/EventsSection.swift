import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// The events of a success, of a failure and of a cancel, each as its whole list.
enum EventsSection: Section {
    static let name = "events"
    static let summary = "Listeners are notified of each step, always in the same order"

    struct Page: ConnectionSpec {
        typealias ResponseModel = String
        let url: String
        var request: HTTP { HTTP(url) }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/hello":
                return .text("hello")
            case "/slow":
                try await Task.sleep(for: .seconds(3_600))
                return .text("too late, the client has left")
            default:
                return .text("no such page", statusCode: 404)
            }
        }
        try await showSuccess(server, stage)
        await showFailure(server, stage)
        await showCancel(server, stage)
    }

    private static func showSuccess(_ server: LoopbackServer, _ stage: Stage) async throws {
        let recorder = EventRecorder()
        stage.declaration("struct Page")
        stage.code()
        let text = try await Connection(Page(url: server.url + "/hello")).recorded(by: recorder).response()

        stage.expect("The model", text, is: "hello")
        stage.expect(
            "Events of a success", recorder.events,
            is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    private static func showFailure(_ server: LoopbackServer, _ stage: Stage) async {
        let recorder = EventRecorder()
        stage.code()
        let connection = Connection(Page(url: server.url + "/missing")).recorded(by: recorder)

        do {
            _ = try await connection.response()
            stage.fail("there is no error")
        } catch {
            stage.expect("The error", error.type, is: .invalidResponse)
            stage.expect("Its response body", error.response?.text, is: "no such page")
        }

        stage.expect(
            "Events of a failure", recorder.events,
            is: [.onStart, .onReceived, .onResponseError, .onError, .afterError, .onEnd])
    }

    private static func showCancel(_ server: LoopbackServer, _ stage: Stage) async {
        let recorder = EventRecorder()
        let connection = Connection(Page(url: server.url + "/slow")).recorded(by: recorder)
        async let error = failure(of: connection)
        await server.waitForRequests(3)

        stage.code()
        connection.cancel()

        stage.expect("The error", await error?.type, is: .canceled)
        stage.expect("Events of a cancel", recorder.events, is: [.onStart, .onCanceled, .afterError, .onEnd])
    }

    private static func failure(of connection: Connection<String>) async -> ConnectionError? {
        do {
            _ = try await connection.response()
            return nil
        } catch {
            return error
        }
    }
}
