import AbstractHTTP
import Foundation

/// Answers the challenges of servers with a user name and a password, by Digest (RFC 7616) or Basic (RFC 7617).
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com") { config in
///     config.authenticator = Authorization.digest(user: "ada", password: "secret")
/// }
/// ```
///
/// When a server answers 401 with a challenge, the authenticator sends the request again with an answer. Later requests
/// carry an answer from the start. Credentials go only to the server of the config's base URL, and to its
/// ``AbstractHTTP/ConnectionConfig/credentialOrigins``, and there only to the realm that they are for. A fixed
/// password that the server has refused is not sent again until ``signOut()``.
///
/// Some requests pass unchanged: one that has its own `Authorization` field, one whose body can be sent only once, and
/// those that the closure for the credentials sends.
///
/// All members may be used from any thread.
public final class Authenticator: HTTPMiddleware, LastMiddleware {
    package static let place = MiddlewarePlace.authentication

    /// A user name and a password. Its descriptions show neither.
    ///
    /// ```swift
    /// let authenticator = Authenticator { question in
    ///     try await signInDialog.credentials(for: question.url)
    /// }
    /// config.authenticator = authenticator
    /// ```
    public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The user name.
        public var user: String
        /// The password.
        public var password: String

        /// Creates credentials.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// A text that does not depend on the credentials.
        public var description: String { "Credentials(<redacted>)" }

        /// A mirror without members.
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// What a server asks for.
    public struct Question: Sendable {
        /// The URL of the request that the server refused.
        public let url: URL
        /// The challenge to answer.
        public let challenge: AuthenticationChallenge
        /// Whether the server has refused the credentials that the last question for this realm got.
        public let isRefused: Bool
    }

    /// Provides credentials, for example by asking the user. If it returns nil, the 401 is the response.
    public typealias Source = @Sendable (Question) async throws -> Credentials?

    /// The authenticators in whose source the current task runs. A request of the source must not wait for itself.
    @TaskLocal private static var asking: Set<ObjectIdentifier> = []

    private let schemes: Set<String>
    private let source: Source
    private let random: RandomSource
    private let state = LockedValue(AuthenticationState())

    /// Creates an authenticator for one user.
    ///
    /// - Parameters:
    ///   - user: The user name. Basic does not allow a colon in it.
    ///   - password: The password.
    ///   - schemes: The schemes to answer. The default omits Basic, which sends the password itself to the server and,
    ///     over `http`, to everyone on the way.
    ///   - random: The source of the client's nonces.
    public convenience init(
        user: String, password: String, schemes: Set<String> = ["Digest"], random: RandomSource = .system
    ) {
        let credentials = Credentials(user: user, password: password)
        self.init(schemes: schemes, random: random) { $0.isRefused ? nil : credentials }
    }

    /// Creates an authenticator that asks for credentials when a server does.
    ///
    /// However many requests wait for one server, `credentials` is called once. It runs in its own task, which is
    /// canceled when no request waits anymore, or by ``signOut()``.
    ///
    /// - Parameters:
    ///   - schemes: The schemes to answer.
    ///   - random: The source of the client's nonces.
    ///   - credentials: Provides the credentials. If it throws, the requests that wait fail with its error and the type
    ///     ``AbstractHTTP/ConnectionErrorType/authorization``.
    public init(
        schemes: Set<String> = ["Digest"], random: RandomSource = .system, credentials: @escaping Source
    ) {
        (self.schemes, self.random, source) = (Set(schemes.map { $0.lowercased() }), random, credentials)
    }

    /// The number of requests that wait for credentials.
    package var waiterCount: Int { state.withLock(\.waiterCount) }

    /// The number of realms that it knows, of all servers.
    package var spaceCount: Int { state.withLock(\.spaceCount) }

    /// Forgets all credentials and nonces, and begins a new session.
    ///
    /// A connection belongs to the session in which it was started. If it needs credentials in a later session, it
    /// fails with ``AbstractHTTP/TokenRefreshError/signedOut``.
    public func signOut() {
        for question in state.withLock({ $0.signOut() }) {
            question.cancel()
            question.fulfill(.failure(TokenRefreshError.signedOut))
        }
    }

    /// Sends the request, and answers a challenge.
    ///
    /// Outside a config, no server may get the credentials. A 401 then throws
    /// ``AbstractHTTP/InvalidRequest/missingOrigins``.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await respond(to: request, next, CredentialScope(base: nil))
    }

    /// Sends the request, and answers a challenge of a server that the config of the connection trusts.
    public func intercept(
        _ request: Request, next: any HTTPConnector, in context: ExchangeContext
    ) async throws -> ResponseStream {
        let scope = context.config?.credentialScope ?? CredentialScope(base: nil)
        return try await respond(to: request, next.reporting(to: context), scope)
    }

    private static let mostAnswers = 3

    private func respond(
        to request: Request, _ next: any HTTPConnector, _ scope: CredentialScope
    ) async throws -> ResponseStream {
        guard request.headers[.authorization] == nil, request.body?.replay != .single,
            !Self.asking.contains(ObjectIdentifier(self))
        else { return try await next.execute(request) }
        guard scope.allows(request.urlText) else {
            let response = try await next.execute(request)
            guard scope.isEmpty, response.statusCode == 401 else { return response }
            throw InvalidRequest.missingOrigins
        }
        let origin = Origin(request.url)
        let began = request.sessions?.number(of: self) ?? session
        var session = try state.withLock { state in
            let session = state.session(for: request.url, of: origin)
            guard session == nil || state.signOutCount == began else { throw TokenRefreshError.signedOut }
            return session
        }
        var answers = 0
        while true {
            var sent = request
            if let session { sent.headers[.authorization] = try await answer(session, request) }
            var response = try await next.execute(sent)
            if let session { note(response, session) }
            guard response.statusCode == 401, answers < Self.mostAnswers, let (challenge, scheme) = choose(response)
            else { return response }
            // The connection can then be reused while others wait for the user.
            response.body = try await response.body.buffered(upTo: 64 << 10)
            let space = AuthenticationState.Space(
                origin: origin, realm: challenge.parameters["realm"] ?? "", isDigest: scheme.nonce != nil)
            session = try await prepare(
                challenge, .init(space: space, scheme: scheme, url: request.url, used: session, began: began))
            if session == nil { return response }
            answers += 1
        }
    }

    /// Returns the first challenge of the strongest scheme that may be answered.
    private func choose(_ response: ResponseStream) -> (AuthenticationChallenge, AuthenticationState.Scheme)? {
        let challenges = AuthenticationChallenge.challenges(in: response.headers)
        if schemes.contains("digest") {
            for challenge in challenges {
                if let digest = DigestChallenge(challenge) { return (challenge, .digest(digest)) }
            }
        }
        guard schemes.contains("basic"), let basic = challenges.first(where: { $0.isScheme("Basic") }) else {
            return nil
        }
        return (basic, .basic)
    }

    /// Returns the session that answers a challenge. Nil if there are no credentials.
    private func prepare(
        _ challenge: AuthenticationChallenge, _ asked: AuthenticationState.Challenge
    ) async throws -> AuthenticationState.Session? {
        let waiter = AuthenticationState.Question.Waiter()
        let credentials: Credentials?
        switch try state.withLock({ try $0.join(waiter, asked) }) {
        case .known(let known): credentials = known
        case .wait(let question, let number, let isNew, let isRefused):
            if isNew {
                ask(Question(url: asked.url, challenge: challenge, isRefused: isRefused), question, asked.space)
            }
            credentials = try await waiter.value { self.leave(question, number, asked.space) }
        }
        guard let credentials else { return nil }
        try check(credentials, asked.scheme, asked.space)
        let nonce = (random.next().bigEndianBytes + random.next().bigEndianBytes).hexadecimal
        return try state.withLock { try $0.begin(asked, credentials, clientNonce: nonce) }
    }

    /// Throws if the scheme cannot carry the credentials. The next challenge then asks again.
    private func check(
        _ credentials: Credentials, _ scheme: AuthenticationState.Scheme, _ space: AuthenticationState.Space
    ) throws {
        do throws(InvalidCredentials) {
            switch scheme {
            case .basic: _ = try Authorization.basic(user: credentials.user, password: credentials.password)
            case .digest(let challenge): if !challenge.canSend(credentials.user) { throw .controlCharacter }
            }
        } catch {
            state.withLock { $0.forget(credentials, space) }
            throw AuthenticationFailure(error)
        }
    }

    private func ask(_ question: Question, _ number: Int, _ space: AuthenticationState.Space) {
        let task = Task {
            let result = await Self.$asking.withValue(Self.asking.union([ObjectIdentifier(self)])) {
                await Result { try await self.source(question) }
            }
            let credentials = (try? result.get()) ?? nil
            let question = state.withLock { $0.finish(number, space, credentials, isRefused: question.isRefused) }
            question?.fulfill(result.mapError { AuthenticationFailure($0) })
        }
        let isOver = state.withLock { !$0.setTask(task, of: number, space) }
        if isOver { task.cancel() }
    }

    /// Removes a waiter whose task was canceled. The last one cancels the question.
    private func leave(_ question: Int, _ waiter: Int, _ space: AuthenticationState.Space) {
        let (left, abandoned) = state.withLock { $0.leave(question, waiter, space) }
        abandoned?.cancel()
        left?.fulfill(.failure(CancellationError()))
    }

    /// Returns the value of the `Authorization` field.
    private func answer(_ used: AuthenticationState.Session, _ request: Request) async throws -> String {
        switch used.scheme {
        case .basic:
            return try Authorization.basic(user: used.credentials.user, password: used.credentials.password).value
        case .digest(let digest):
            var question = DigestChallenge.Question(
                method: request.method.rawValue, target: request.url.requestTarget, count: used.count,
                clientNonce: used.clientNonce)
            if digest.protection == .authInt { question.bodyHash = try await digest.algorithm.hash(request.body) }
            return digest.answer(to: question, used.credentials)
        }
    }

    /// Records what a response says about an answer, such as the next nonce (RFC 7616, section 3.5).
    private func note(_ response: ResponseStream, _ used: AuthenticationState.Session) {
        if response.statusCode != 401 { state.withLock { $0.prove(used) } }
        let info = response.headers["Authentication-Info"].map {
            AuthenticationChallenge.challenges(in: ["WWW-Authenticate": "Digest \($0)"])
        }
        guard let nonce = info?.first?.parameters["nextnonce"], !nonce.hasControlBytes else { return }
        state.withLock { $0.takeNonce(nonce, used) }
    }
}

extension URL {
    /// The path and the query, as they are sent in the request line (RFC 9112, section 3.2.1).
    var requestTarget: String {
        let text = absoluteString
        let start = text.range(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let rest = start.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }.map { start[$0...] } ?? ""
        let target = rest.prefix { $0 != "#" }
        return target.hasPrefix("/") ? String(target) : "/\(target)"
    }
}

extension Authorization {
    /// Returns an authenticator for one user that answers Digest challenges with MD5, SHA-256, or SHA-512/256 (RFC
    /// 7616).
    ///
    /// A Digest answer depends on a challenge and on the request, so this is a middleware and not a header value. Set
    /// it as the ``AbstractHTTP/ConnectionConfig/authenticator``.
    public static func digest(user: String, password: String) -> Authenticator {
        Authenticator(user: user, password: password)
    }
}

extension ConnectionConfig {
    /// Answers the challenges of servers. Default: nil. The 401 is then the response.
    ///
    /// The authenticator is a middleware between all others and the cookie jar.
    public var authenticator: Authenticator? {
        get { last(Authenticator.self) }
        set { setLast(newValue) }
    }
}

extension Authenticator: SessionHolder {
    package var session: Int { state.withLock(\.signOutCount) }
}

extension Authenticator.Question: CustomReflectable {
    /// The members, without the secrets of the URL.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "url": Redaction().url(url.absoluteString), "challenge": challenge, "isRefused": isRefused,
            ],
            displayStyle: .struct)
    }
}
