import AbstractHTTP
import AbstractHTTPTesting

/// A cancel by everybody who can, and what the error says.
enum CancelSection: Section {
    static let name = "cancel"
    static let summary = "A canceled connection says why it was canceled, and does not call onError"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in
            try await Task.sleep(for: .seconds(3_600))
            return .text("too late")
        }
        let (holder, recorder) = (ConnectionHolder(), EventRecorder())
        let config = ConnectionConfig(holder: holder)
        stage.code()
        let make = { HTTP(server.url).asString(config: config).identified(as: "list").grouped(in: "screen") }
        let newer = make().identified(as: "list", replacingOlder: true)
        let ways: [(code: String, reason: CancelReason, cancel: (Connection<String>) -> Void)] = [
            ("connection.cancel()", .caller, { $0.cancel() }),
            ("holder.cancel(identifier:)", .identifier("list"), { _ in holder.cancel(identifier: "list") }),
            ("holder.cancel(group:)", .group("screen"), { _ in holder.cancel(group: "screen") }),
            ("holder.cancelAll()", .holder, { _ in holder.cancelAll() }),
            ("newer.start()", .newerRequest, { _ in newer.start() }),
        ]

        for way in ways {
            let error = await error(of: make().recorded(by: recorder), server, way.cancel)
            stage.expect("After \(way.code), the error says: canceled", error?.cancelReason, is: way.reason)
        }
        newer.cancel()

        stage.expect(
            "The events do not include onError", Array(recorder.events.prefix(4)),
            is: [.onStart, .onCanceled, .afterError, .onEnd])
    }

    private static func error(
        of connection: Connection<String>, _ server: LoopbackServer, _ cancel: (Connection<String>) -> Void
    ) async -> ConnectionError? {
        let count = server.requests.count
        async let error = error(of: connection)
        await server.waitForRequests(count + 1)
        cancel(connection)
        return await error
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
