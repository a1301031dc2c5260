import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

final class StatusLine: ConnectionControl {
    private(set) var text = ""

    func update(_ state: IndicatorState) {
        text = state.isActive ? "\(state.count) running" : ""
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct IndicatorPageTests {
    @Test func indicatorCountsTheConfigsConnections() async throws {
        let connector = MockConnector { _ in Response(statusCode: 200) }
        let indicator = ConnectionIndicator()
        var config = ConnectionConfig(connector: connector)
        config.addListener(indicator)
        let spinner = TerminalSpinner("loading")
        indicator.bind(spinner)

        _ = try await HTTP("https://example.com/").asData(config: config).response()

        #expect(indicator.count == 0)
    }

    @Test func aControlFollows() async throws {
        let connector = ScriptedConnector(.silence)
        let indicator = ConnectionIndicator(delay: .zero, minimumTime: .zero, graceTime: .zero)
        let line = StatusLine()
        indicator.bind(line)
        let config = ConnectionConfig(connector: connector)
        let connection = HTTP("https://example.com/").asData(config: config).addListener(indicator).start()
        await until { line.text == "1 running" }

        connection.cancel()

        await until { line.text == "" }
    }
}
