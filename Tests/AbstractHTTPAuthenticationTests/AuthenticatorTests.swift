import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A server with Digest, which checks each answer by itself.
private final class DigestServer: Sendable {
    struct State {
        var nonce = "n1"
        var nextNonce: String?
        var counts: [String: Int] = [:]
        var challenges = 0
        var seen: [[String: String]] = []
    }

    let state = LockedValue(State())
    let password: LockedValue<String>
    private let quality: String
    private let algorithm: String
    private let saysStale: Bool

    init(
        password: String = "secret", quality: String = "auth", algorithm: String = "SHA-256", saysStale: Bool = true
    ) {
        (self.password, self.quality, self.algorithm) = (LockedValue(password), quality, algorithm)
        self.saysStale = saysStale
    }

    var challenges: Int { state.withLock { $0.challenges } }
    var seen: [[String: String]] { state.withLock { $0.seen } }

    func answer(method: String, target: String, headers: HTTPHeaders, body: Data) -> (Int, HTTPHeaders) {
        let parameters =
            headers[.authorization].flatMap {
                AuthenticationChallenge.challenges(in: ["WWW-Authenticate": $0]).first?.parameters
            } ?? [:]
        let password = password.withLock { $0 }
        return state.withLock { state in
            if !parameters.isEmpty { state.seen.append(parameters) }
            let isOurs = parameters["nonce"] == state.nonce
            let isRight = response(parameters, method, target, body, password) == parameters["response"]
            let count = Int(parameters["nc"] ?? "", radix: 16) ?? 0
            guard !parameters.isEmpty, isOurs, isRight, count > state.counts[state.nonce, default: 0],
                parameters["uri"] == target
            else {
                state.challenges += 1
                // Also of a count that comes too late.
                let stale = !parameters.isEmpty && isRight && saysStale ? ", stale=true" : ""
                let challenge =
                    "Digest realm=\"r\", nonce=\"\(state.nonce)\", qop=\"\(quality)\", algorithm=\(algorithm)\(stale)"
                return (401, ["WWW-Authenticate": challenge])
            }
            state.counts[state.nonce] = count
            guard let next = state.nextNonce else { return (200, [:]) }
            (state.nonce, state.nextNonce) = (next, nil)
            return (200, ["Authentication-Info": "nextnonce=\"\(next)\", qop=auth"])
        }
    }

    private func response(
        _ given: [String: String], _ method: String, _ target: String, _ body: Data, _ password: String
    ) -> String {
        func hash(_ text: String) -> String {
            (algorithm.hasPrefix("MD5") ? MD5.hash(text.utf8) : SHA256.hash(text.utf8)).hexadecimal
        }
        var secret = hash("ada:r:\(password)")
        if algorithm.hasSuffix("-sess") { secret = hash("\(secret):\(given["nonce"] ?? ""):\(given["cnonce"] ?? "")") }
        var subject = "\(method):\(target)"
        if quality == "auth-int" {
            subject += ":" + (algorithm.hasPrefix("MD5") ? MD5.hash(body) : SHA256.hash(body)).hexadecimal
        }
        let parts = ["nonce", "nc", "cnonce", "qop"].map { given[$0] ?? "" }
        return hash("\(secret):\(parts.joined(separator: ":")):\(hash(subject))")
    }
}

@Suite(.timeLimit(.minutes(1))) struct AuthenticatorTests {
    private static let base = "https://api.example.com"

    private func connector(_ server: DigestServer) -> MockConnector {
        MockConnector { request in
            let target =
                request.url.path(percentEncoded: true)
                + (request.url.query(percentEncoded: true).map { "?\($0)" } ?? "")
            let body = if case .data(let data)? = request.body?.source { data } else { Data() }
            let (status, headers) = server.answer(
                method: request.method.rawValue, target: target, headers: request.headers, body: body)
            return Response(statusCode: status, headers: headers, data: Data("body".utf8))
        }
    }

    private func config(_ server: DigestServer, _ authenticator: Authenticator) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: Self.base, connector: connector(server))
        config.authenticator = authenticator
        return config
    }

    @Test(arguments: ["SHA-256", "MD5", "MD5-sess", "SHA-256-sess"])
    func aChallengeIsAnsweredAndThenAnticipated(algorithm: String) async throws {
        let server = DigestServer(algorithm: algorithm)
        let config = config(server, Authorization.digest(user: "ada", password: "secret"))

        for number in 1...3 {
            #expect(try await HTTP("/a/\(number)?q=x%20y").config(config).asString().response() == "body")
        }

        #expect(server.challenges == 1)
        #expect(server.seen.map { $0["nc"] } == ["00000001", "00000002", "00000003"])
    }

    @Test func aBodyIsProtectedWhereTheServerWantsThat() async throws {
        let server = DigestServer(quality: "auth-int")
        let config = config(server, Authorization.digest(user: "ada", password: "secret"))

        try await HTTP("/a").httpMethod(.post).body(Data("content".utf8)).config(config).asVoid().response()

        #expect(server.seen.map { $0["qop"] } == ["auth-int"])
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgain() async throws {
        let server = DigestServer()
        let config = config(server, Authorization.digest(user: "ada", password: "secret"))
        let body = RequestBody.stream { AsyncStream { $0.finish() } }

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").httpMethod(.post).body(body).config(config).asVoid().response()
        }
        #expect(error?.response?.statusCode == 401)
        #expect(server.challenges == 1)
    }

    /// Also where the server does not say that it is stale: the credentials were right before.
    @Test(arguments: [true, false]) func aStaleNonceIsReplacedWithoutAsking(saysStale: Bool) async throws {
        let server = DigestServer(saysStale: saysStale)
        let questions = LockedValue(0)
        let authenticator = Authenticator { _ in
            questions.withLock { $0 += 1 }
            return .init(user: "ada", password: "secret")
        }
        let config = config(server, authenticator)
        try await HTTP("/a").config(config).asVoid().response()
        server.state.withLock { $0.nonce = "n2" }
        try await HTTP("/a").config(config).asVoid().response()

        #expect(server.challenges == 2 && questions.withLock { $0 } == 1)
        #expect(server.seen.last?["nc"] == "00000001")
    }

    @Test func theNextNonceIsUsed() async throws {
        let server = DigestServer()
        let config = config(server, Authorization.digest(user: "ada", password: "secret"))
        server.state.withLock { $0.nextNonce = "n2" }
        for _ in 0..<2 { try await HTTP("/a").config(config).asVoid().response() }

        #expect(server.challenges == 1)
        #expect(server.seen.map { $0["nonce"] } == ["n1", "n2"])
    }

    @Test func aPasswordThatIsChangedIsAskedForAgain() async throws {
        let (server, questions) = (DigestServer(), LockedValue<[Bool]>([]))
        let authenticator = Authenticator { question in
            questions.withLock { $0.append(question.isRefused) }
            return .init(user: "ada", password: question.isRefused ? "new" : "secret")
        }
        let config = config(server, authenticator)
        try await HTTP("/a").config(config).asVoid().response()
        server.password.withLock { $0 = "new" }
        try await HTTP("/a").config(config).asVoid().response()

        #expect(questions.withLock { $0 } == [false, true])
    }

    @Test func aWrongPasswordIsRefusedOnce() async throws {
        let server = DigestServer()
        let config = config(server, Authorization.digest(user: "ada", password: "wrong"))

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").config(config).asVoid().response()
        }
        #expect(error?.response?.statusCode == 401 && error?.response?.text == "body")
        #expect(server.seen.count == 1)
        #expect("\(String(describing: error))".contains("wrong") == false)
    }

    @Test func theUserIsAskedAgainAfterAWrongPassword() async throws {
        let server = DigestServer()
        let authenticator = Authenticator { question in
            .init(user: "ada", password: question.isRefused ? "secret" : "wrong")
        }

        try await HTTP("/a").config(config(server, authenticator)).asVoid().response()
        #expect(server.seen.count == 2)
    }

    @Test func allThatWaitShareOneQuestion() async throws {
        let server = DigestServer()
        let (questions, gate) = (LockedValue(0), Promise<Void>())
        let authenticator = Authenticator { _ in
            questions.withLock { $0 += 1 }
            await gate.value()
            return .init(user: "ada", password: "secret")
        }
        let config = config(server, authenticator)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = try? await HTTP("/a").config(config).asVoid().response() }
            }
            await until { server.challenges == 100 }
            gate.fulfill(())
            try await group.waitForAll()
        }
        #expect(questions.withLock { $0 } == 1)
    }

    @Test func noOtherServerGetsAnAnswer() async throws {
        let server = DigestServer()
        let config = config(server, Authorization.digest(user: "ada", password: "secret"))

        for url in ["https://other.example.com/a", "http://api.example.com/a", "https://api.example.com:8443/a"] {
            let error = await #expect(throws: ConnectionError.self) {
                try await HTTP(url).config(config).asVoid().response()
            }
            #expect(error?.response?.statusCode == 401)
        }
        #expect(server.seen.isEmpty)
    }

    @Test func aConfigThatNamesNoServerIsAnError() async throws {
        var config = ConnectionConfig(connector: connector(DigestServer()))
        config.authenticator = Authorization.digest(user: "ada", password: "secret")

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("https://api.example.com/a").config(config).asVoid().response()
        }
        #expect(error?.underlying as? InvalidRequest == .missingOrigins)
    }

    @Test func basicIsSentOnlyWhereItIsAllowed() async throws {
        let seen = LockedValue<[String?]>([])
        let connector = MockConnector { request in
            seen.withLock { $0.append(request.headers[.authorization]) }
            let isRight = request.headers[.authorization] == "Basic YWRhOnNlY3JldA=="
            return Response(statusCode: isRight ? 200 : 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = Authorization.digest(user: "ada", password: "secret")
        await #expect(throws: ConnectionError.self) { try await HTTP("/a/b").config(config).asVoid().response() }
        #expect(seen.withLock { $0 } == [nil])

        config.authenticator = Authenticator(user: "ada", password: "secret", schemes: ["Digest", "Basic"])
        for path in ["/a/b", "/a/c", "/a/d/e", "/x"] { try await HTTP(path).config(config).asVoid().response() }
        let basic = "Basic YWRhOnNlY3JldA=="
        // Beside and below the path that was challenged it is sent from the beginning, and elsewhere after a challenge.
        #expect(seen.withLock { Array($0.dropFirst()) } == [nil, basic, basic, basic, nil, basic])
    }

    @Test func cookiesOfAChallengeAreKept() async throws {
        let connector = MockConnector { request in
            guard request.headers[.authorization] != nil else {
                return Response(
                    statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\"", "Set-Cookie": "a=1; Path=/"])
            }
            return Response(statusCode: 200, data: Data((request.headers[.cookie] ?? "none").utf8))
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.cookieJar = CookieJar()
        config.authenticator = Authenticator(user: "ada", password: "secret", schemes: ["Basic"])

        #expect(try await HTTP("/").config(config).asString().response() == "a=1")
    }

    @Test func signingOutForgetsEverything() async throws {
        let server = DigestServer()
        let authenticator = Authorization.digest(user: "ada", password: "secret")
        let config = config(server, authenticator)
        try await HTTP("/a").config(config).asVoid().response()
        authenticator.signOut()
        server.state.withLock { $0.nonce = "n2" }
        try await HTTP("/a").config(config).asVoid().response()

        #expect(server.challenges == 2)
    }

    @Test func nothingShowsAPassword() {
        let credentials = Authenticator.Credentials(user: "ada", password: "secret")
        var dumped = ""
        dump(credentials, to: &dumped)
        dump(Authorization.digest(user: "ada", password: "secret"), to: &dumped)

        for text in ["\(credentials)", String(reflecting: credentials), dumped] { #expect(!text.contains("secret")) }
    }
}
