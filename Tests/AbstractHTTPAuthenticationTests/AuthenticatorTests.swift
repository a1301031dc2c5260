import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Answers with streams.
private struct ClosureConnector: HTTPConnector {
    let respond: @Sendable (Request) async throws -> ResponseStream

    func execute(_ request: Request) async throws -> ResponseStream { try await respond(request) }
}

@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct AuthenticatorTests {
    private static let base = "https://api.example.com"

    @Test(arguments: ["SHA-256", "MD5", "MD5-sess", "SHA-256-sess"])
    func aChallengeIsAnsweredAndThenAnticipated(algorithm: String) async throws {
        let server = DigestServer(algorithm: algorithm)
        let config = server.config(Authorization.digest(user: "ada", password: "secret"))

        for number in 1...3 {
            #expect(try await HTTP("/a/\(number)?q=x%20y").asString(config: config).response() == "body")
        }

        #expect(server.challenges == 1)
        #expect(server.seen.map { $0["nc"] } == ["00000001", "00000002", "00000003"])
    }

    @Test func bodyIsProtectedWhenServerRequiresIt() async throws {
        let server = DigestServer(quality: "auth-int")
        let config = server.config(Authorization.digest(user: "ada", password: "secret"))

        try await HTTP("/a").method(.post).body(Data("content".utf8)).asVoid(config: config).response()

        #expect(server.seen.map { $0["qop"] } == ["auth-int"])
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgain() async throws {
        let server = DigestServer()
        let config = server.config(Authorization.digest(user: "ada", password: "secret"))
        let body = RequestBody.stream { AsyncStream { $0.finish() } }

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").method(.post).body(body).asVoid(config: config).response()
        }
        #expect(error?.response?.statusCode == 401)
        #expect(server.challenges == 1)
    }

    /// Also if the server does not say that it is stale, because the credentials were right before.
    @Test(arguments: [true, false]) func aStaleNonceIsReplacedWithoutAsking(saysStale: Bool) async throws {
        let server = DigestServer(saysStale: saysStale)
        let questions = LockedValue(0)
        let authenticator = Authenticator { _ in
            questions.withLock { $0 += 1 }
            return .init(user: "ada", password: "secret")
        }
        let config = server.config(authenticator)
        try await HTTP("/a").asVoid(config: config).response()
        server.state.withLock { $0.nonce = "n2" }
        try await HTTP("/a").asVoid(config: config).response()

        #expect(server.challenges == 2 && questions.withLock { $0 } == 1)
        #expect(server.seen.last?["nc"] == "00000001")
    }

    /// The secret of a session keeps the nonce of its challenge (RFC 7616, section 3.4.2).
    @Test(arguments: ["SHA-256", "SHA-256-sess"]) func theNextNonceIsUsed(algorithm: String) async throws {
        let server = DigestServer(algorithm: algorithm)
        let config = server.config(Authorization.digest(user: "ada", password: "secret"))
        server.state.withLock { $0.nextNonce = "n2" }
        for _ in 0..<2 { try await HTTP("/a").asVoid(config: config).response() }

        #expect(server.challenges == 1)
        #expect(server.seen.map { $0["nonce"] } == ["n1", "n2"])
    }

    @Test func aPasswordThatIsChangedIsAskedForAgain() async throws {
        let (server, questions) = (DigestServer(), LockedValue<[Bool]>([]))
        let authenticator = Authenticator { question in
            questions.withLock { $0.append(question.isRefused) }
            return .init(user: "ada", password: question.isRefused ? "new" : "secret")
        }
        let config = server.config(authenticator)
        try await HTTP("/a").asVoid(config: config).response()
        server.password.withLock { $0 = "new" }
        try await HTTP("/a").asVoid(config: config).response()

        #expect(questions.withLock { $0 } == [false, true])
    }

    /// A Basic answer has no nonce that could be the reason for a rejection.
    @Test func rejectedBasicPasswordIsNotSentAgain() async throws {
        let (password, seen) = (LockedValue("old"), LockedValue<[String?]>([]))
        let connector = MockConnector { request in
            let answer = request.headers[.authorization]
            seen.withLock { $0.append(answer) }
            let expected = password.withLock { "Basic " + Data("ada:\($0)".utf8).base64EncodedString() }
            return Response(
                statusCode: answer == expected ? 200 : 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = Authenticator(schemes: ["Basic"]) { _ in
            .init(user: "ada", password: password.withLock { $0 })
        }
        try await HTTP("/a").asVoid(config: config).response()
        password.withLock { $0 = "new" }
        try await HTTP("/a").asVoid(config: config).response()

        #expect(seen.withLock { $0 } == [nil, "Basic YWRhOm9sZA==", "Basic YWRhOm9sZA==", "Basic YWRhOm5ldw=="])
    }

    @Test func wrongPasswordIsSentOnce() async throws {
        let server = DigestServer()
        let config = server.config(Authorization.digest(user: "ada", password: "wrong"))

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").asVoid(config: config).response()
        }
        #expect(error?.response?.statusCode == 401 && error?.response?.text == "body")
        #expect(server.seen.count == 1)
        #expect("\(String(describing: error))".contains("wrong") == false)

        // It is not sent again, so that the server does not lock the account.
        await #expect(throws: ConnectionError.self) { try await HTTP("/a").asVoid(config: config).response() }
        #expect(server.seen.count == 1)
    }

    @Test func theUserIsAskedAgainAfterAWrongPassword() async throws {
        let server = DigestServer()
        let authenticator = Authenticator { question in
            .init(user: "ada", password: question.isRefused ? "secret" : "wrong")
        }

        try await HTTP("/a").asVoid(config: server.config(authenticator)).response()
        #expect(server.seen.count == 2)
    }

    @Test func otherServersGetNoCredentials() async throws {
        let server = DigestServer()
        let config = server.config(Authorization.digest(user: "ada", password: "secret"))

        for url in ["https://other.example.com/a", "http://api.example.com/a", "https://api.example.com:8443/a"] {
            let error = await #expect(throws: ConnectionError.self) {
                try await HTTP(url).asVoid(config: config).response()
            }
            #expect(error?.response?.statusCode == 401)
        }
        #expect(server.seen.isEmpty)
    }

    @Test(arguments: ["https://XN--bcher-kva.example.:443", "https://bu\u{308}cher.example"])
    func credentialsAreForEverySpellingOfTheServer(server url: String) async throws {
        let server = DigestServer()
        var config = server.config(Authorization.digest(user: "ada", password: "secret"))
        config.baseURL = "https://bücher.example"

        try await HTTP("/a").asVoid(config: config).response()
        try await HTTP(url + "/a").asVoid(config: config).response()

        #expect(server.challenges == 1)
        #expect(server.seen.map { $0["nc"] } == ["00000001", "00000002"])
    }

    @Test func configWithoutOriginsIsAnError() async throws {
        var config = ConnectionConfig(connector: DigestServer().connector)
        config.authenticator = Authorization.digest(user: "ada", password: "secret")

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("https://api.example.com/a").asVoid(config: config).response()
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
        await #expect(throws: ConnectionError.self) { try await HTTP("/a/b").asVoid(config: config).response() }
        #expect(seen.withLock { $0 } == [nil])

        config.authenticator = Authenticator(user: "ada", password: "secret", schemes: ["Digest", "Basic"])
        for path in ["/a/b", "/a/c", "/a/d/e", "/x"] { try await HTTP(path).asVoid(config: config).response() }
        let basic = "Basic YWRhOnNlY3JldA=="
        // It is sent from the start beside and below the challenged path, and elsewhere after a challenge.
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

        #expect(try await HTTP("/").asString(config: config).response() == "a=1")
    }

    /// The server would still accept an answer with its nonce.
    @Test func signingOutForgetsEverything() async throws {
        let (server, questions) = (DigestServer(), LockedValue<[Bool]>([]))
        let authenticator = Authenticator { question in
            questions.withLock { $0.append(question.isRefused) }
            return .init(user: "ada", password: "secret")
        }
        let config = server.config(authenticator)
        try await HTTP("/a").asVoid(config: config).response()
        authenticator.signOut()
        // A new session counts from 1 again.
        server.state.withLock { $0.counts = [:] }
        try await HTTP("/a").asVoid(config: config).response()

        #expect(server.challenges == 2)
        #expect(questions.withLock { $0 } == [false, false])
    }

    /// Returns a config whose server asks for Basic, with a realm for each first part of a path.
    private func basicConfig(
        _ seen: LockedValue<[String]>, _ authenticator: Authenticator,
        realm: @escaping @Sendable (String) -> String = { _ in "r" }
    ) -> ConnectionConfig {
        let connector = MockConnector { request in
            let path = request.url.path()
            guard let field = request.headers[.authorization] else {
                return Response(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"\(realm(path))\""])
            }
            let text = Data(base64Encoded: String(field.dropFirst(6))).map { String(decoding: $0, as: UTF8.self) }
            seen.withLock { $0.append("\(path) \(text ?? "")") }
            return Response(statusCode: text?.hasSuffix(":secret") == true ? 200 : 401)
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = authenticator
        return config
    }

    /// A realm that is in use stays.
    @Test func numberOfRealmsIsBounded() async throws {
        let (seen, questions) = (LockedValue<[String]>([]), LockedValue<[String]>([]))
        let authenticator = Authenticator(schemes: ["Basic"]) { question in
            questions.withLock { $0.append(question.challenge.parameters["realm"] ?? "") }
            return .init(user: "ada", password: "secret")
        }
        let config = basicConfig(seen, authenticator) { $0.hasPrefix("/stable/") ? "stable" : $0 }
        for number in 0..<1_000 {
            for path in ["/stable/a", "/\(number)/a"] { try await HTTP(path).asVoid(config: config).response() }
            #expect(authenticator.spaceCount <= 32)
        }
        try await HTTP("/stable/b").asVoid(config: config).response()

        #expect(authenticator.spaceCount == 32)
        #expect(seen.withLock(\.count) == 2_001)
        #expect(questions.withLock { realms in realms.filter { $0 == "stable" }.count } == 1)
    }

    @Test func requestsToDifferentFoldersAreAllAnswered() async throws {
        let seen = LockedValue<[String]>([])
        let config = basicConfig(seen, Authenticator(user: "ada", password: "secret", schemes: ["Basic"]))
        let paths = (0..<20).map { "/d\($0)/x" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in paths { group.addTask { try await HTTP(path).asVoid(config: config).response() } }
            try await group.waitForAll()
        }

        #expect(seen.withLock { $0.sorted() } == paths.map { "\($0) ada:secret" }.sorted())
    }

    @Test func credentialsOfOneRealmDoNotGoToAnother() async throws {
        let (seen, questions) = (LockedValue<[String]>([]), LockedValue<[String]>([]))
        let authenticator = Authenticator(schemes: ["Basic"]) { question in
            let realm = question.challenge.parameters["realm"] ?? ""
            questions.withLock { $0.append("\(realm) \(question.isRefused)") }
            return .init(user: "user of \(realm)", password: "secret")
        }
        let config = basicConfig(seen, authenticator) { String($0.dropFirst().prefix(1)) }
        for path in ["/a/1", "/b/1", "/a/2", "/b/2"] {
            try await HTTP(path).asVoid(config: config).response()
        }

        #expect(questions.withLock { $0 } == ["a false", "b false"])
        #expect(
            seen.withLock { $0 } == [
                "/a/1 user of a:secret", "/b/1 user of b:secret", "/a/2 user of a:secret", "/b/2 user of b:secret",
            ])
    }

    @Test func credentialsThatCannotBeSentAreAskedForAgain() async throws {
        let (seen, questions) = (LockedValue<[String]>([]), LockedValue(0))
        let authenticator = Authenticator(schemes: ["Basic"]) { _ in
            let number = questions.withLock { count in
                count += 1
                return count
            }
            return .init(user: number == 1 ? "domain:ada" : "ada", password: "secret")
        }
        let config = basicConfig(seen, authenticator)
        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/a").asVoid(config: config).response()
        }
        #expect(error?.underlying as? InvalidCredentials == .colonInUser)

        try await HTTP("/a").asVoid(config: config).response()
        #expect(questions.withLock { $0 } == 2)
    }

    /// Each challenge has its own nonce, and each nonce is valid for one request.
    @Test func parallelRequestsAnswerTheirOwnNonces() async throws {
        let (nonces, last) = (LockedValue<Set<String>>([]), LockedValue(0))
        let connector = MockConnector { request in
            let field = request.headers[.authorization] ?? ""
            let answer = AuthenticationChallenge.challenges(in: ["WWW-Authenticate": field]).first?.parameters
            if let nonce = answer?["nonce"], nonces.withLock({ $0.remove(nonce) }) != nil {
                return Response(statusCode: 200)
            }
            let nonce = last.withLock { number in
                number += 1
                return "n\(number)"
            }
            nonces.withLock { _ = $0.insert(nonce) }
            let stale = answer == nil ? "" : ", stale=true"
            return Response(
                statusCode: 401,
                headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\"\(stale)"])
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = Authorization.digest(user: "ada", password: "secret")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { [config] in try await HTTP("/\(number)").asVoid(config: config).response() }
            }
            try await group.waitForAll()
        }
    }

    @Test func challengeWithTruncatedBodyIsAnswered() async throws {
        let connector = ClosureConnector { request in
            guard request.headers[.authorization] == nil else {
                return ResponseStream(Response(statusCode: 200, data: Data("body".utf8)))
            }
            let body = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("part".utf8))
                continuation.finish(throwing: TransportError(.cutOff(received: 4, expected: 9)))
            }
            return ResponseStream(
                statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], body: ResponseBody(body))
        }
        var config = ConnectionConfig(baseURL: Self.base, connector: connector)
        config.authenticator = Authenticator(user: "ada", password: "secret", schemes: ["Basic"])
        #expect(try await HTTP("/").asString(config: config).response() == "body")

        // Without credentials, the reader gets the part and the error.
        config.authenticator = Authenticator(schemes: ["Basic"]) { _ in nil }
        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/").asString(config: config).response()
        }
        #expect((error?.underlying as? TransportError)?.kind == .cutOff(received: 4, expected: 9))
    }

    @Test func nothingShowsAPassword() {
        let credentials = Authenticator.Credentials(user: "ada", password: "secret")
        var dumped = ""
        dump(credentials, to: &dumped)
        dump(Authorization.digest(user: "ada", password: "secret"), to: &dumped)

        for text in ["\(credentials)", String(reflecting: credentials), dumped] { #expect(!text.contains("secret")) }
    }
}
