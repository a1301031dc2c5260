import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ConnectionConfigTests {
    @Test func loggingIsOffByDefault() {
        #expect(ConnectionConfig().log == nil)
        #expect(ConnectionConfig().holder == nil)
    }

    /// In a separate process, because all tests share the shared config.
    @Test func aConnectionTakesTheSharedConfigWhenItIsMade() async {
        await #expect(processExitsWith: .exitCode(42)) {
            ConnectionConfig.shared.connector = MockConnector { _ in .text("42") }
            let connection = Connection(TextSpec())
            ConnectionConfig.shared.connector = MockConnector { _ in .text("1") }
            exit(Int32(try await connection.response()) ?? 0)
        }
    }
}
