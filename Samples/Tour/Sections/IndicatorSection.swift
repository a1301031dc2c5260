import AbstractHTTP
import AbstractHTTPTesting

/// Three connections of which one succeeds, one fails and one is canceled, and a spinner that follows.
enum IndicatorSection: Section {
    static let name = "indicator"
    static let summary = "One activity indicator for all connections"

    /// A control of one's own.
    private final class Light: ConnectionControl {
        private(set) var counts: [Int] = []

        func update(_ state: IndicatorState) { counts.append(state.count) }
    }

    static func run(on stage: Stage) async throws {
        let (server, clock, light) = (try LoopbackServer { try await answer(to: $0) }, ManualClock(), Light())
        stage.code()
        let indicator = ConnectionIndicator(
            delay: .milliseconds(300), minimumTime: .zero, graceTime: .zero, clock: clock)
        let spinner = TerminalSpinner("loading", clock: clock) { text in
            stage.say("  spinner: \(text.contains("loading") ? "loading" : "hidden")")
        }
        indicator.bind(light)
        indicator.bind(spinner)

        stage.code()
        let slow = HTTP(server.url + "/slow").asString().addListener(indicator).start()

        await server.waitForRequests(1)
        await clock.waitForSleepers()
        stage.expect("Whether the indicator is visible before the delay", indicator.isActive, is: false)
        clock.advance(by: .milliseconds(300))
        while !indicator.isActive { await Task.yield() }

        _ = try await HTTP(server.url + "/ok").asString().addListener(indicator).response()
        _ = try? await HTTP(server.url + "/bad").asString().addListener(indicator).response()
        slow.cancel()
        while indicator.isActive { await Task.yield() }

        stage.expect(
            "Running connections over time", light.counts.filter { $0 >= 0 }.uniqued, is: [0, 1, 2, 1, 2, 1, 0])
    }

    private static func answer(to request: LoopbackRequest) async throws -> LoopbackResponse {
        if request.path == "/slow" { try await Task.sleep(for: .seconds(3_600)) }
        return request.path == "/ok" ? .text("ok") : .text("bad", statusCode: 500)
    }
}

extension [Int] {
    /// Without repetitions next to each other.
    fileprivate var uniqued: [Int] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
