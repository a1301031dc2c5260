import AbstractHTTP
import AbstractHTTPTesting

/// A cancel by everybody who can, and what the error says.
enum CancelSection: Section {
    static let name = "cancel"
    static let summary = "who canceled, and that a cancel is no failure"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in
            try await Task.sleep(for: .seconds(3_600))
            return .text("too late")
        }
        let (holder, recorder) = (ConnectionHolder(), EventRecorder())
        let config = ConnectionConfig(holder: holder)
        let make = { HTTP(server.url).config(config).asString().identified(as: "list").grouped(in: "screen") }

        await show("by itself", .caller, make(), server, stage) { $0.cancel() }
        await show("by its name", .identifier("list"), make(), server, stage) { _ in holder.cancel(identifier: "list") }
        await show("by its group", .group("screen"), make(), server, stage) { _ in holder.cancel(group: "screen") }
        await show("with all", .holder, make().recorded(by: recorder), server, stage) { _ in holder.cancelAll() }
        let newer = make().identified(as: "list", replacingOlder: true)
        await show("by a newer one", .newerRequest, make(), server, stage) { _ in newer.start() }
        newer.cancel()

        stage.expect("the events, without onError", recorder.events, is: [.onStart, .onCanceled, .afterError, .onEnd])
    }

    private static func show(
        _ what: String, _ reason: CancelReason, _ connection: Connection<String>, _ server: LoopbackServer,
        _ stage: Stage, _ cancel: (Connection<String>) -> Void
    ) async {
        let count = server.requests.count
        async let error = error(of: connection)
        await server.waitForRequests(count + 1)
        cancel(connection)
        stage.expect("canceled \(what)", await error?.cancelReason, is: reason)
    }

    private static func error(of connection: Connection<String>) async -> ConnectionError? {
        do {
            _ = try await connection.response()
            return nil
        } catch {
            return error
        }
    }
}
