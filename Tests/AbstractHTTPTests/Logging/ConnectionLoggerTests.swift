import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite struct ConnectionLoggerTests {
    let lines = Guarded<[String]>([])

    @Test func thereIsOneLinePerEventAndNoSecret() async {
        let connector = ScriptedConnector(
            .response(
                Response(statusCode: 200, headers: ["Set-Cookie": "id=secret", "Date": "1"], data: Data("ok".utf8))),
            .response(.text("no", statusCode: 500)))
        let spec = TextSpec(
            url: "https://user:secret@example.com/a?page=1&token=secret", headers: ["Authorization": "Bearer secret"])
        let config = ConnectionConfig(connector: connector, log: log)

        for _ in 0..<2 { _ = await failure(of: Connection(spec, config: config)) }

        let command = """
            curl -g --path-as-is --url 'https://example.com/a?page=1&token=REDACTED' -H 'Authorization: REDACTED'
            """
        #expect(
            written == [
                "start GET https://example.com/a", "send \(command)",
                "received 200, 2 bytes; Set-Cookie: REDACTED; Date: 1", "success", "end",
                "start GET https://example.com/a", "send \(command)",
                "received 500, 2 bytes; Content-Type: text/plain",
                "failure GET https://example.com/a: invalidResponse (500, 2 bytes)", "end",
            ])
    }

    @Test func everyAttemptEveryRedirectAndTheCancelHaveTheirLines() async {
        let connector = ScriptedConnector(
            .failure(Broken()),
            .response(Response(statusCode: 302, headers: ["Location": "/b?token=secret"])), .silence)
        let config = ConnectionConfig(connector: connector, recoveries: [Recovering(.restart())], log: log)
        let connection = Connection(TextSpec(url: "https://a.example/a"), config: config).identified(as: "list")
        async let error = failure(of: connection)
        await connector.waitForRequests(3)

        connection.cancel()
        _ = await error

        #expect(
            written
                == [
                    "start GET https://a.example/a", "send curl -g --path-as-is --url 'https://a.example/a'",
                    "send curl -g --path-as-is --url 'https://a.example/a'",
                    "redirect 302, 0 bytes to GET https://a.example/b",
                    "send curl -g --path-as-is --url 'https://a.example/b?token=REDACTED'",
                    "cancel GET https://a.example/a: canceled by the caller", "end",
                ].map { "[list] \($0)" })
    }

    @Test func whatAServerSaysStaysInOneLine() async {
        let response = Response(statusCode: 200, headers: ["X": "a\u{2028}b\u{1B}[2J"], data: Data())
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)

        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(written.contains(#"received 200, 0 bytes; X: a\u{2028}b\u{1B}[2J"#))
    }

    @Test func whatAServerSaysAboutAFailureIsNotWritten() async {
        let response = Response(statusCode: 400, data: Data(#"{"token": "secret"}"#.utf8))
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)
        let http = HTTP("https://a.example/").config(config)

        let error = await failure(of: http.asDecodable(String.self, failure: [String: String].self))

        #expect(error?.failureModel as? [String: String] == ["token": "secret"])
        #expect(!written.joined().contains("secret"))
    }

    @Test(arguments: [
        "https://u:secret/x@h.example/a", "https://u:secret?x@h.example/", "https:/u:secret@h", "https:///u:secret@h",
        "https://u:secret@\u{301}h/", "https://h.example/?\u{301}token=secret", "https://h.example/#\u{301}secret",
        "https://h.example\nfake", "\\\\u:secret@h/",
    ])
    func aMalformedURLShowsNoSecretAndStaysInOneLine(url: String) async {
        let redirect = Response(statusCode: 302, headers: ["Location": url.filter { $0 != "\n" }])
        let connector = ScriptedConnector { _, _ in .response(redirect) }
        let config = ConnectionConfig(connector: connector, redirects: .off, log: log)

        _ = await failure(of: Connection(TextSpec(url: url), config: config))
        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(!written.joined().contains("secret"))
        #expect(!written.contains { $0.contains { $0.isNewline } })
    }

    @Test func aLocationShowsNoSecret() async {
        let response = Response(
            statusCode: 201, headers: ["Location": "https://me:secret@a.example/?sig=secret#secret"], data: Data())
        let config = ConnectionConfig(connector: ScriptedConnector(.response(response)), log: log)

        _ = await failure(of: Connection(TextSpec(), config: config))

        #expect(!written.joined().contains("secret"))
        #expect(written.joined().contains("Location: https://a.example/?sig=REDACTED"))
    }

    @Test func aLoggerOfOnesOwnLeavesOutWhatItIsTold() async {
        var config = ConnectionConfig.ok
        config.addLogger(
            ConnectionLogger(redacting: Redaction(headers: ["X-Pin"], keys: [])) { [lines] line in
                lines.withLock { $0.append(line) }
            })

        _ = await failure(of: Connection(TextSpec(headers: ["X-Pin": "1234", "Cookie": "a=b"]), config: config))

        #expect(
            written.contains(
                "send curl -g --path-as-is --url 'https://api.example.com/text' -H 'Cookie: a=b' -H 'X-Pin: REDACTED'"))
    }

    private var written: [String] { lines.withLock { $0 } }

    private var log: @Sendable (String) -> Void {
        { [lines] line in lines.withLock { $0.append(line) } }
    }
}
