import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import TestSupport
import Testing

/// Which requests get an answer, and who sees it.
@Suite(.timeLimit(.minutes(5))) struct AnsweredRequestTests {
    private static let base = "https://api.example.com"

    /// A server that accepts every Digest answer.
    private func server(_ challenge: String = "Digest realm=\"r\", nonce=\"n\"") -> ScriptedConnector {
        ScriptedConnector { _, request in
            guard request.headers[.authorization]?.hasPrefix("Digest ") == true else {
                return .response(Response(statusCode: 401, headers: ["WWW-Authenticate": challenge]))
            }
            return .response(.text("ok"))
        }
    }

    private func config(_ connector: ScriptedConnector) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = Authorization.digest(user: "ada", password: "secret")
        return config
    }

    /// Neither the 401 is answered, nor is a known answer sent from the start.
    @Test(arguments: [true, false]) func requestWithItsOwnAuthorizationIsSentUnchanged(isFromConfig: Bool) async throws
    {
        let connector = server()
        var config = config(connector)
        if isFromConfig { config.headers[.authorization] = "Bearer own" }
        let own = HTTP("/a").headers(isFromConfig ? [:] : ["authorization": "Bearer own"])

        let before = await failure { try await own.asVoid(config: config).response() }
        config.headers = [:]
        try await HTTP("/a").asVoid(config: config).response()
        if isFromConfig { config.headers[.authorization] = "Bearer own" }
        let after = await failure { try await own.asVoid(config: config).response() }

        #expect([before, after].map { $0?.response?.statusCode } == [401, 401])
        let sent = connector.requests.map { $0.headers[.authorization]?.split(separator: " ").first }
        #expect(sent == ["Bearer", nil, "Digest", "Bearer"])
        #expect(connector.requests.filter { $0.headers[.authorization] == "Bearer own" }.count == 2)
    }

    /// RFC 7616, section 3.3. The URL of another server is in the list, but the challenge is not about that server.
    @Test func domainSaysWhichRequestsGetAnAnswerFromTheStart() async throws {
        let other = "https://other.example"
        let connector = server("Digest realm=\"r\", nonce=\"n\", domain=\"/listed \(Self.base)/b/c \(other)/d\"")
        var config = config(connector)
        config.credentialOrigins = [other]
        try await HTTP("/a").asVoid(config: config).response()

        let urls = ["/a", "/listed", "/listed/x?y", "/b/c", "/b", "/listed-not", "/d", "\(other)/d"]
        var isAnsweredAtOnce: [Bool] = []
        for url in urls {
            let count = connector.requests.count
            try await HTTP(url).asVoid(config: config).response()
            isAnsweredAtOnce.append(connector.requests.count == count + 1)
        }

        #expect(isAnsweredAtOnce == [true, true, true, true, false, false, false, false])
    }

    @Test func wholeServerGetsAnAnswerFromTheStartWithoutADomain() async throws {
        let connector = server()
        let config = config(connector)

        for path in ["/a/b", "/", "/c?d"] { try await HTTP(path).asVoid(config: config).response() }

        #expect(connector.requests.map { $0.headers[.authorization] != nil } == [false, true, true, true])
    }

    @Test func listenersSeeNeitherTheChallengeNorTheAnswer() async throws {
        let (connector, recorder) = (server(), EventRecorder())
        let (statusCodes, lines) = (LockedValue<[Int]>([]), LockedValue<[String]>([]))
        var config = config(connector)
        config.redaction = .none
        config.log = { line in lines.withLock { $0.append(line) } }
        config.addListener(Receiver { code in statusCodes.withLock { $0.append(code) } })

        try await HTTP("/a").asVoid(config: config).recorded(by: recorder).response()

        #expect(connector.requests.count == 2)
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        #expect(statusCodes.withLock { $0 } == [200])
        let shown = lines.withLock { $0 }
        #expect(shown.count == 5)
        #expect(shown.filter { $0.contains("401") || $0.contains("Digest") } == [])
    }
}

/// Tells the status code of each response.
private final class Receiver: ConnectionResponseListener {
    private let note: @Sendable (Int) -> Void

    init(_ note: @escaping @Sendable (Int) -> Void) {
        self.note = note
    }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        note(response.statusCode)
        return true
    }
}
