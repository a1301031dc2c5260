import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation
import Testing

struct TokenAnswer: Decodable, Sendable {
    var token: String
    var seconds: TimeInterval
}

struct GetInvoices: ConnectionSpec {
    typealias ResponseModel = String
    let authorization: Authorization
    var request: HTTP { HTTP("https://api.example.com/invoices").header("Authorization", authorization.value) }
}

struct RequestSigning: HTTPMiddleware {
    let host: String
    let keyID: String
    let key: HMACKey

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        guard request.url.host() == host else { return try await next.execute(request) }
        var request = request
        // A fragment is not sent.
        let target = String(request.url.absoluteString.prefix { $0 != "#" })
        var covered = [("@method", request.method.rawValue), ("@target-uri", target)]
        if let digest = request.headers["Content-Digest"] { covered.append(("content-digest", digest)) }
        let names = covered.map { "\"\($0.0)\"" }.joined(separator: " ")
        let parameters = "(\(names));created=\(Int(Date().timeIntervalSince1970));keyid=\"\(keyID)\""
        let lines = covered.map { "\"\($0.0)\": \($0.1)" } + ["\"@signature-params\": \(parameters)"]
        let signature = key.signature(of: lines.joined(separator: "\n").utf8).base64EncodedString()
        request.headers["Signature-Input"] = "sig=\(parameters)"
        request.headers["Signature"] = "sig=:\(signature):"
        return try await next.execute(request)
    }
}

@Suite struct AuthorizationPageTests {
    @Test func aTokenIsRenewed() async throws {
        let connector = ScriptedConnector { _, request in
            if request.url.path == "/token" {
                return .response(.json(#"{"token": "new", "seconds": 3600}"#))
            }
            let isNew = request.headers["Authorization"] == "Bearer new"
            return .response(Response(statusCode: isNew ? 200 : 401, data: Data("ok".utf8)))
        }
        let config = ConnectionConfig(connector: connector)
        let refresh = TokenRefresh(current: AccessToken("old", expiry: .now + 3_600)) {
            let answer = try await HTTP("https://auth.example.com/token").method(.post)
                .asDecodable(TokenAnswer.self, config: config).response()
            return AccessToken(answer.token, expiry: .now + answer.seconds)
        }
        let authorized = ConnectionConfig(
            baseURL: "https://api.example.com", connector: connector, policies: [refresh, Retry()])

        let client = APIClient(config: authorized)

        let text = try await HTTP("/").asString(config: client.config).response()
        #expect(text == "ok" && refresh.count == 1)

        refresh.signOut()
        refresh.signIn(with: AccessToken("another", expiry: .now + 3_600))
        #expect(refresh.current?.value == "another")

        let sessions = TokenRefresh(current: "token of Ada", user: "ada") { "new" }
        sessions.signIn(with: "token of Bob", user: "bob")
        #expect(sessions.current == "token of Bob")
    }

    @Test func aTokenIsForSomeRequests() async throws {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 200)) }
        let refresh = TokenRefresh(current: "token", appliesTo: { $0.url.host() == "api.example.com" }) { "new" }
        let config = ConnectionConfig(connector: connector, policies: [refresh])

        for host in ["api", "www"] {
            _ = try await HTTP("https://\(host).example.com/").asData(config: config).response()
        }

        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer token", nil])
    }

    /// The server reads the signature's input, rebuilds the signature base, and checks it.
    @Test func requestsAreSigned() async throws {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 200)) }
        var signed = ConnectionConfig(baseURL: "https://api.example.com", connector: connector)
        signed.networkMiddleware = [
            ContentDigest(), RequestSigning(host: "api.example.com", keyID: "key-1", key: HMACKey("secret".utf8)),
        ]
        let body = Data("{\"hello\": \"world\"}\n".utf8)
        try await HTTP("/a?b=c#d").method(.post).body(body).asVoid(config: signed).response()
        try await HTTP("https://other.example.com/").asVoid(config: signed).response()

        let (first, other) = (connector.requests[0].headers, connector.requests[1].headers)
        #expect(other["Signature"] == nil)
        let parameters = try #require(first["Signature-Input"]).dropFirst("sig=".count)
        #expect(parameters.hasPrefix("(\"@method\" \"@target-uri\" \"content-digest\");created="))
        let base = """
            "@method": POST
            "@target-uri": https://api.example.com/a?b=c
            "content-digest": sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:
            "@signature-params": \(parameters)
            """
        let signature = try #require(first["Signature"]).dropFirst("sig=:".count).dropLast()
        let bytes = try #require(Data(base64Encoded: String(signature)))
        #expect(HMACKey("secret".utf8).isValid(bytes, of: base.utf8))
    }

    @Test func basicAndBearer() throws {
        let basic = GetInvoices(authorization: try .basic(user: "ada", password: "open sesame"))
        let bearer = GetInvoices(authorization: .bearer("2YotnFZFEjr1zCsicMWpAA"))

        #expect(basic.request.headers == ["Authorization": "Basic YWRhOm9wZW4gc2VzYW1l"])
        #expect(bearer.request.headers == ["Authorization": "Bearer 2YotnFZFEjr1zCsicMWpAA"])
    }

    private struct LoginDialog: Sendable {
        func credentials(for url: URL, again: Bool) async -> Authenticator.Credentials? {
            again ? nil : .init(user: "ada", password: "secret")
        }
    }

    @Test func challengesAreAnswered() async throws {
        let dialog = LoginDialog()
        let connector = MockConnector { request in
            let isAnswered = request.headers[.authorization] != nil
            return Response(statusCode: isAnswered ? 200 : 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        var digest = ConnectionConfig(baseURL: "https://api.example.com", connector: connector)
        digest.authenticator = Authorization.digest(user: "ada", password: "open sesame")
        let refused = try? await HTTP("/a").asData(config: digest).response()
        digest.authenticator = Authenticator(schemes: ["Digest", "Basic"]) { question in
            await dialog.credentials(for: question.url, again: question.isRefused)
        }
        let answered = try await HTTP("/a").asData(config: digest).response()

        #expect(refused == nil && answered.isEmpty)
    }
}
