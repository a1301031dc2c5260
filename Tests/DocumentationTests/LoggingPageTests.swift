import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct LoggingPageTests {
    let connector = ScriptedConnector { _, _ in
        .response(
            Response(
                statusCode: 200, headers: ["Content-Type": "application/json"],
                data: Data(#"[{"id": 7, "name": "Adele"}]"#.utf8)))
    }

    @Test func aClosureGetsALinePerEvent() async throws {
        var config = ConnectionConfig(connector: connector)
        config.log = { line in print(line) }

        _ = try await HTTP("https://api.example.com/users").asData(config: config).response()
    }

    @Test func linesMatchThePage() async throws {
        let lines = LockedValue<[String]>([])
        var config = ConnectionConfig(connector: connector, clock: ManualClock())
        config.log = { line in lines.withLock { $0.append(line) } }

        _ = try await HTTP("https://api.example.com/users").query(["page": "1", "token": "s"])
            .headers(["Authorization": "Bearer s"]).asData(config: config).response()

        #expect(
            lines.withLock { $0 }.renumbered
                == [
                    "start GET https://api.example.com/users",
                    "send curl -g --path-as-is --url 'https://api.example.com/users?page=1&token=REDACTED' "
                        + "-H 'Authorization: REDACTED'",
                    "received 200, 28 bytes; Content-Type: application/json", "success", "end",
                ].map { "#1.1 0.000s \($0)" })
    }

    @Test func otherThingsAreLeftOut() async throws {
        let written = LockedValue<[String]>([])
        let print = { @Sendable (line: String) in written.withLock { $0.append(line) } }
        let answer = #"{"iban": "A", "csrf_token": "B", "token": "C"}"#
        let connector = ScriptedConnector { _, _ in
            .response(.text(answer, headers: ["Content-Type": "application/json", "X-Member": "D", "X-Token": "E"]))
        }
        var config = ConnectionConfig(connector: connector, clock: ManualClock())
        config.redaction.headers.insert("X-Member")
        var redaction = Redaction()
        redaction.keys.insert("iban")
        redaction.exceptions.insert("csrf_token")
        config.addListener(ConnectionLogger(redacting: redaction, maximumBodyBytes: 1_024) { line in print(line) })

        let ofConfig = LockedValue<[String]>([])
        config.redaction.exceptions.insert("X-Token")
        config.log = { line in ofConfig.withLock { $0.append(line) } }
        _ = try await HTTP("https://api.example.com/users").query(["iban": "F", "csrf_token": "G"])
            .headers(["X-Member": "H", "X-Token": "I"] as HTTPHeaders).asData(config: config).response()

        // The logger does not redact what the config does, and the log of the config does.
        #expect(
            written.withLock { $0 }.renumbered
                == [
                    "start GET https://api.example.com/users",
                    "send curl -g --path-as-is --url 'https://api.example.com/users?iban=REDACTED&csrf_token=G' "
                        + "-H 'X-Member: H' -H 'X-Token: REDACTED'",
                    "received 200, 46 bytes; Content-Type: application/json; X-Member: D; X-Token: REDACTED",
                    #"body {"csrf_token":"B","iban":"REDACTED","token":"REDACTED"}"#, "success", "end",
                ].map { "#1.1 0.000s \($0)" })
        #expect(
            ofConfig.withLock { $0 }.renumbered
                == [
                    "start GET https://api.example.com/users",
                    "send curl -g --path-as-is --url 'https://api.example.com/users?iban=F&csrf_token=REDACTED' "
                        + "-H 'X-Member: REDACTED' -H 'X-Token: I'",
                    "received 200, 46 bytes; Content-Type: application/json; X-Member: REDACTED; X-Token: E",
                    "success", "end",
                ].map { "#1.1 0.000s \($0)" })
    }

    @Test func theLineOfAnyRequest() throws {
        let request = Request(url: try #require(URL(string: "https://api.example.com/")), method: .delete)

        let line = CurlCommand(request, redacting: .none).description

        #expect(line == "curl -g --path-as-is -X 'DELETE' --url 'https://api.example.com/'")
    }
}
