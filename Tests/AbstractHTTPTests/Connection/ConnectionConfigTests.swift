import AbstractHTTP
import AbstractHTTPTesting
import Testing

@Suite struct ConnectionConfigTests {
    @Test func loggingIsOffByDefault() {
        #expect(ConnectionConfig().log == nil)
        #expect(ConnectionConfig().holder == nil)
    }

    @Test func theLogHasOneLinePerEventAndNoSecret() async {
        let lines = Guarded<[String]>([])
        let connector = ScriptedConnector(.response(.text("ok")), .response(.text("no", statusCode: 500)))
        let config = ConnectionConfig(connector: connector, log: { line in lines.withLock { $0.append(line) } })
        let spec = TextSpec(
            url: "https://user:secret@example.com/a?token=secret", headers: ["Authorization": "secret"])

        for _ in 0..<2 { _ = await failure(of: Connection(spec, config: config)) }

        #expect(
            lines.withLock { $0 } == [
                "start GET https://example.com/a", "received 200, 2 bytes", "success", "end",
                "start GET https://example.com/a", "received 500, 2 bytes",
                "invalidResponse GET https://example.com/a", "end",
            ])
    }

    /// The one test that touches the shared config: nothing else here reads it.
    @Test func aConnectionTakesTheSharedConfigWhenItIsMade() async throws {
        let before = ConnectionConfig.shared
        defer { ConnectionConfig.shared = before }
        ConnectionConfig.shared.connector = MockConnector { _ in .text("shared") }
        let connection = Connection(TextSpec())
        ConnectionConfig.shared.connector = MockConnector { _ in .text("later") }

        #expect(try await connection.response() == "shared")
    }
}
