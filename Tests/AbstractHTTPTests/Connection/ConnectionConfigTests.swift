import AbstractHTTP
import AbstractHTTPTesting
import Foundation
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

    /// In a process of its own, since the shared config is everybody's.
    @Test func aConnectionTakesTheSharedConfigWhenItIsMade() async {
        await #expect(processExitsWith: .exitCode(42)) {
            ConnectionConfig.shared.connector = MockConnector { _ in .text("42") }
            let connection = Connection(TextSpec())
            ConnectionConfig.shared.connector = MockConnector { _ in .text("1") }
            exit(Int32(try await connection.response()) ?? 0)
        }
    }
}
