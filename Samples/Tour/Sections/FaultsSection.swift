import AbstractHTTP
import AbstractHTTPTesting

/// A server that misbehaves: every fault is an error that says what happened.
enum FaultsSection: Section {
    static let name = "faults"
    static let summary = "a server that misbehaves, and the errors that say how"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("still here") }
        let answer = LoopbackResponse.text("0123456789")
        await show("closes before the head", answer.failing(.close, at: .responseHead), .noResponse, server, stage)
        await show("resets in the body", answer.failing(.reset, at: .responseBody, after: 4), cut(4), server, stage)
        await show("sends half of the body", answer.failing(.truncate, at: .responseBody), cut(5), server, stage)
        await show("sends garbage", answer.failing(.garbage, at: .responseHead), .malformedResponse, server, stage)
        await show(
            "contradicts itself", answer.failing(.corruptLength, at: .responseHead), .malformedResponse, server, stage)
        try await showSilence(stage)

        let text = try await HTTP(server.url).asString().response()
        stage.expect("after all that", text, is: "still here")
    }

    private static func cut(_ received: Int) -> TransportError.Kind { .cutOff(received: received, expected: 10) }

    private static func show(
        _ what: String, _ response: LoopbackResponse, _ kind: TransportError.Kind, _ server: LoopbackServer,
        _ stage: Stage
    ) async {
        server.enqueue(response)
        stage.expect("the server \(what)", await error(from: server, .shared)?.kind, is: kind)
    }

    /// The clock stands still until the tour moves it: nobody waits for a minute.
    private static func showSilence(_ stage: Stage) async throws {
        let (server, clock) = (try LoopbackServer(), ManualClock())
        server.enqueue(.text("").failing(.stall, at: .responseHead))
        let config = ConnectionConfig(connector: DefaultHTTPConnector { $0.clock = clock })
        async let error = error(from: server, config)
        await server.waitForRequests(1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(60))

        stage.expect("the server says nothing", await error?.kind, is: .idle(for: .seconds(60)))
    }

    private static func error(from server: LoopbackServer, _ config: ConnectionConfig) async -> TransportError? {
        do {
            _ = try await HTTP(server.url).config(config).asString().response()
            return nil
        } catch {
            return error.underlying as? TransportError
        }
    }
}
