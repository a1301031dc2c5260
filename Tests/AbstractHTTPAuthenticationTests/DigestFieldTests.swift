import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import TestSupport
import Testing

/// What an answer to a Digest challenge takes from the challenge (RFC 7616, sections 3.3 and 3.4).
@Suite(.timeLimit(.minutes(5))) struct DigestFieldTests {
    @Test func textOfAServerIsEscapedInDescriptions() {
        let challenge = AuthenticationChallenge(
            scheme: terminalControls, token68: terminalControls, parameters: [terminalControls: terminalControls])

        #expect("\(challenge)".controlsOfTerminal == [])
        #expect("\(AuthenticationChallenge(scheme: "Basic", parameters: ["realm": "a"]))" == #"Basic realm="a""#)
    }

    @Test(arguments: [
        "nonce=\"n\"", "realm=\"r\u{1}\", nonce=\"n\"", "realm=\"r\", nonce=\"n\u{7F}\"",
        "realm=\"r\", nonce=\"n\", opaque=\"o\u{1B}[2J\"",
    ])
    func challengeWithoutRealmOrWithControlCharactersIsNotAnswered(parameters: String) async {
        let (fields, error) = await answers(to: "Digest \(parameters)", user: "ada")

        #expect(fields == [nil])
        #expect(error?.response?.statusCode == 401)
    }

    @Test func nextNonceWithControlCharactersIsNotUsed() async throws {
        let connector = ScriptedConnector { _, request in
            let isAnswered = request.headers[.authorization] != nil
            let fields: HTTPHeaders =
                isAnswered
                ? ["Authentication-Info": "nextnonce=\"a\u{1}b\""]
                : ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"first\""]
            return .response(Response(statusCode: isAnswered ? 200 : 401, headers: fields))
        }
        var config = ConnectionConfig(connector: connector)
        config.baseURL = "https://api.example.com"
        config.authenticator = Authenticator(schemes: ["digest"]) { _ in .init(user: "ada", password: "secret") }

        for _ in 0..<3 { _ = try await HTTP("/").asResponse(config: config).response() }

        let fields = connector.requests.compactMap { $0.headers[.authorization] }
        #expect(fields.count == 3)
        #expect(fields.allSatisfy { $0.contains("nonce=\"first\"") })
    }

    @Test(arguments: [
        ("", "username=\"jürgen\""), (", charset=UTF-8", "username*=UTF-8''j%C3%BCrgen"),
        (", charset=\"utf-8\"", "username*=UTF-8''j%C3%BCrgen"), (", charset=ISO-8859-1", "username=\"jürgen\""),
    ])
    func extendedUserNameIsOnlyForServersThatNameTheCharset(parameter: String, expected: String) async throws {
        let (fields, _) = await answers(to: "Digest realm=\"r\", nonce=\"n\"\(parameter)", user: "jürgen")

        #expect(try #require(fields.last ?? nil).hasPrefix("Digest \(expected), "))
    }

    @Test func controlCharactersOfAUserNameNeedTheCharset() async {
        let refused = await answers(to: "Digest realm=\"r\", nonce=\"n\"", user: "a\u{1}da")
        let sent = await answers(to: "Digest realm=\"r\", nonce=\"n\", charset=UTF-8", user: "a\u{1}da")

        #expect(refused.fields == [nil])
        #expect(refused.error?.underlying as? InvalidCredentials == .controlCharacter)
        #expect(sent.fields.last??.hasPrefix("Digest username*=UTF-8''a%01da, ") == true)
    }

    /// The Authorization fields of all requests, and the error, if the server always sends a challenge.
    private func answers(to challenge: String, user: String) async -> (fields: [String?], error: ConnectionError?) {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 401, headers: ["WWW-Authenticate": challenge]))
        }
        var config = ConnectionConfig(connector: connector)
        config.baseURL = "https://api.example.com"
        config.authenticator = Authenticator(schemes: ["digest"]) { question in
            question.isRefused ? nil : .init(user: user, password: "secret")
        }
        let error = await failure { try await HTTP("/").asVoid(config: config).response() }
        return (connector.requests.map { $0.headers[.authorization] }, error)
    }
}
