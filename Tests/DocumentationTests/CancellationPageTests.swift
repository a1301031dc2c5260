import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CancellationPageTests {
    @Test func onEndReportsTheCancelReason() async {
        let reason = Promise<CancelReason?>()
        let connector = ScriptedConnector(.silence)
        let connection = HTTP("https://example.com/").asData(config: ConnectionConfig(connector: connector))
        connection.addOnEnd { _, _, error in
            if error?.type == .canceled { print(error?.cancelReason ?? .caller) }
        }
        connection.addOnEnd { _, _, error in reason.fulfill(error?.cancelReason) }.start()
        await connector.waitForRequests(1)

        connection.cancel()

        #expect(await reason.value() == .caller)
    }

    @Test func newerSearchReplacesOlderOnes() async {
        let connector = ScriptedConnector { _, _ in .silence }
        let holder = ConnectionHolder()
        let config = ConnectionConfig(connector: connector, holder: holder)
        func search(_ text: String) -> Connection<String> {
            HTTP("https://api.example.com/search").query(["q": text]).asString(config: config)
                .identified(as: "search", replacingOlder: true)
                .start()
        }

        let connections = ["s", "sw", "swift"].map(search)
        await until { !connections[0].isRunning && !connections[1].isRunning && holder.connections.count == 1 }

        #expect(connections[2].isRunning)
        holder.cancelAll()
    }
}
