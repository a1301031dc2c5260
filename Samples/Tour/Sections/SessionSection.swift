import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation

/// A session with a server: a login that sets a cookie, a page behind Digest, and a logout.
enum SessionSection: Section {
    static let name = "session"
    static let summary = "Login, cookies, Digest authentication, and logout, over URLSession and over libcurl"

    static func run(on stage: Stage) async throws {
        let connectors: [(name: String, connector: any HTTPConnector)] = [
            ("URLSession", DefaultHTTPConnector()), ("libcurl", try CurlConnector()),
        ]
        for (name, connector) in connectors {
            stage.say("Over \(name):")
            try await show(on: stage, connector)
        }
    }

    private static func show(on stage: Stage, _ connector: any HTTPConnector) async throws {
        let server = try LoopbackServer { answer($0) }
        stage.code()
        let jar = CookieJar()
        let authenticator = Authorization.digest(user: "ada", password: "open sesame")
        var config = ConnectionConfig(baseURL: server.url, connector: connector)
        config.cookieJar = jar
        config.authenticator = authenticator

        stage.code()
        try await HTTP("/login").method(.post).asVoid(config: config).response()

        stage.expect("Cookie names after the login", jar.cookies.map(\.name), is: ["sid"])
        stage.expect("The account page", try await text("/account", config), is: "account of sid=1")

        for _ in 0..<2 {
            stage.expect("The page behind Digest authentication", try await text("/vault", config), is: "gold")
        }
        let visits = server.requests.filter { $0.path == "/vault" }.map { $0.headers["Authorization"] != nil }
        stage.expect("Whether each request to that page had credentials", visits, is: [false, true, true])

        stage.code()
        jar.removeAll()
        authenticator.signOut()

        stage.expect("The account page after the logout", try await text("/account", config), is: "account of nobody")
    }

    private static func text(_ path: String, _ config: ConnectionConfig) async throws -> String {
        try await HTTP(path).asString(config: config).response()
    }

    private nonisolated static func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        switch request.path {
        case "/login": LoopbackResponse(headers: ["Set-Cookie": "sid=1; Path=/; HttpOnly"], data: Data())
        case "/account": .text("account of \(request.headers["Cookie"] ?? "nobody")")
        default: isAnswered(request) ? .text("gold") : challenge
        }
    }

    private nonisolated static let challenge = LoopbackResponse(
        statusCode: 401,
        headers: ["WWW-Authenticate": "Digest realm=\"vault\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"])

    /// Computes the answer as a server does (RFC 7616, section 3.4.1).
    private nonisolated static func isAnswered(_ request: LoopbackRequest) -> Bool {
        let field = request.headers["Authorization"] ?? ""
        let answer = AuthenticationChallenge.challenges(in: ["WWW-Authenticate": field]).first?.parameters ?? [:]
        func hash(_ text: String) -> String { SHA256.hash(text.utf8).hexadecimal }
        let nonces = ["nonce", "nc", "cnonce", "qop"].map { answer[$0] ?? "" }.joined(separator: ":")
        return answer["response"] == hash("\(hash("ada:vault:open sesame")):\(nonces):\(hash("GET:/vault"))")
    }
}
