import AbstractHTTP
import Foundation

/// Answers the challenges of servers with a name and a password, by Digest (RFC 7616) or Basic (RFC 7617).
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com") { config in
///     config.authenticator = Authorization.digest(user: "ada", password: "secret")
/// }
/// ```
///
/// When a server answers 401 with a challenge, the request is sent again with an answer. Later requests have an answer
/// from the beginning. Credentials go only to the server of the config's base URL, and to its
/// ``AbstractHTTP/ConnectionConfig/credentialOrigins``. A request that has an `Authorization` field of its own is left
/// alone, and so is one whose body can be sent only once.
///
/// All members may be used from any thread.
public final class Authenticator: ConfiguredMiddleware {
    /// A name and a password. Its descriptions show neither.
    public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The name of the user.
        public var user: String
        /// The password.
        public var password: String

        /// Creates credentials.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// That there are some.
        public var description: String { "Credentials(<redacted>)" }

        /// Nothing.
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// What a server asks for.
    public struct Question: Sendable {
        /// The URL of the request that was refused.
        public let url: URL
        /// The challenge that will be answered.
        public let challenge: AuthenticationChallenge
        /// Whether the credentials that were given before have been refused.
        public let isRefused: Bool
    }

    /// Gives the credentials for a question, such as by asking the user. Nil for none: the 401 is then the response.
    public typealias Source = @Sendable (Question) async throws -> Credentials?

    private let schemes: Set<String>
    private let source: Source
    private let random: RandomSource
    private let state = LockedValue(AuthenticationState())

    /// Creates an authenticator for one user.
    ///
    /// - Parameters:
    ///   - user: The name. Basic allows no colon in it.
    ///   - password: The password.
    ///   - schemes: The schemes that may be answered. The default leaves out Basic, which shows the password to
    ///     the server, and to everybody on the way of an `http` request.
    ///   - random: Where the client's nonces come from.
    public convenience init(
        user: String, password: String, schemes: Set<String> = ["Digest"], random: RandomSource = .system
    ) {
        let credentials = Credentials(user: user, password: password)
        self.init(schemes: schemes, random: random) { $0.isRefused ? nil : credentials }
    }

    /// Creates an authenticator that asks for credentials when a server does. All requests that wait for the same
    /// server share one call.
    public init(
        schemes: Set<String> = ["Digest"], random: RandomSource = .system, credentials: @escaping Source
    ) {
        (self.schemes, self.random, source) = (Set(schemes.map { $0.lowercased() }), random, credentials)
    }

    /// Forgets all credentials and nonces.
    public func signOut() {
        state.withLock { $0 = AuthenticationState(lastVersion: $0.lastVersion) }
    }

    /// Sends the request, and answers a challenge. Without a config, there is no server that may get credentials.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await respond(to: request, next, CredentialScope(base: nil))
    }

    package func configured(by config: ConnectionConfig) -> any HTTPMiddleware {
        ConfiguredAuthenticator(authenticator: self, scope: config.credentialScope)
    }

    private static let mostAnswers = 3

    fileprivate func respond(
        to request: Request, _ next: any HTTPConnector, _ scope: CredentialScope
    ) async throws -> ResponseStream {
        guard request.headers[.authorization] == nil, request.body?.replay != .single else {
            return try await next.execute(request)
        }
        guard scope.allows(request.urlText) else {
            let response = try await next.execute(request)
            guard scope.isEmpty, response.statusCode == 401 else { return response }
            throw InvalidRequest.missingOrigins
        }
        let origin = Origin(request.url)
        var answers = 0
        while true {
            var sent = request
            let used = state.withLock { $0.use(origin, request.url) }
            if let used { sent.headers[.authorization] = try await answer(used, request) }
            let response = try await next.execute(sent)
            if let used { note(response, used, origin) }
            guard response.statusCode == 401, answers < Self.mostAnswers, let (challenge, scheme) = choose(response)
            else { return response }
            guard try await prepare(challenge, scheme, request.url, origin, used) else { return response }
            try await response.readAShortBody()
            answers += 1
        }
    }

    /// The first challenge of the strongest scheme that may be answered.
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

    /// Returns whether the request is to be sent again.
    private func prepare(
        _ challenge: AuthenticationChallenge, _ scheme: AuthenticationState.Scheme, _ url: URL, _ origin: Origin,
        _ used: AuthenticationState.Use?
    ) async throws -> Bool {
        let isStale = if case .digest(let digest) = scheme { digest.isStale } else { false }
        let step = state.withLock { $0.join(origin, used, url, isStale: isStale) }
        let credentials: Credentials?
        switch step {
        case .known(let known): credentials = known
        case .isRenewed: return true
        case .wait(let promise): credentials = try await promise.value().get()
        case .ask(let promise, let isRefused):
            let question = Question(url: url, challenge: challenge, isRefused: isRefused)
            // In a task of its own: others wait for it, too.
            let source = source
            Task { [state] in
                let result = await Result(of: { try await source(question) })
                state.withLock { $0.finish(origin, try? result.get()) }
                promise.fulfill(result)
            }
            credentials = try await promise.value().get()
        }
        guard let credentials else { return false }
        let nonce = makeNonce()
        state.withLock { $0.begin(origin, used, scheme, url, credentials, clientNonce: nonce) }
        return true
    }

    /// The value of the Authorization field.
    private func answer(_ used: AuthenticationState.Use, _ request: Request) async throws -> String {
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

    private func makeNonce() -> String {
        (0..<2).map { _ in random.next() }.flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        .hexadecimal
    }

    /// Takes what the response to an answer says, such as the nonce to use next (RFC 7616, section 3.5).
    private func note(_ response: ResponseStream, _ used: AuthenticationState.Use, _ origin: Origin) {
        if response.statusCode != 401 { state.withLock { $0.prove(used, origin) } }
        let info = response.headers["Authentication-Info"].map {
            AuthenticationChallenge.challenges(in: ["WWW-Authenticate": "Digest \($0)"])
        }
        guard let nonce = info?.first?.parameters["nextnonce"] else { return }
        state.withLock { $0.takeNonce(nonce, used, origin) }
    }
}

private struct ConfiguredAuthenticator: HTTPMiddleware {
    let authenticator: Authenticator
    let scope: CredentialScope

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        try await authenticator.respond(to: request, next, scope)
    }
}

extension ResponseStream {
    /// Reads a body that nobody wants, so that its connection can be used again. A long one is left, which closes it.
    fileprivate func readAShortBody() async throws {
        var count = 0
        for try await chunk in body {
            count += chunk.count
            if count > 64 << 10 { return }
        }
    }
}

extension URL {
    /// What stands in the line of a request: the path and the query, as they are sent (RFC 9112, section 3.2.1).
    var requestTarget: String {
        let text = absoluteString
        let start = text.range(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let rest = start.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }.map { start[$0...] } ?? ""
        let target = rest.prefix { $0 != "#" }
        return target.hasPrefix("/") ? String(target) : "/\(target)"
    }
}

extension Authorization {
    /// An authenticator for one user that answers Digest challenges (RFC 7616): with MD5, SHA-256, and SHA-512/256.
    ///
    /// Digest has no fixed value, because each answer depends on a challenge and on the request. So this is a
    /// middleware: see ``AbstractHTTP/ConnectionConfig/authenticator``.
    public static func digest(user: String, password: String) -> Authenticator {
        Authenticator(user: user, password: password)
    }
}

extension ConnectionConfig {
    /// What answers the challenges of servers. Default: nil, a 401 is the response.
    ///
    /// It is one of the ``AbstractHTTP/ConnectionConfig/middleware``, before the one that keeps cookies.
    public var authenticator: Authenticator? {
        get { middleware.lazy.compactMap { $0 as? Authenticator }.first }
        set {
            middleware.removeAll { $0 is Authenticator }
            guard let newValue else { return }
            let index = middleware.firstIndex { $0 is any LastMiddleware } ?? middleware.endIndex
            middleware.insert(newValue, at: index)
        }
    }
}
