import AbstractHTTP
import Foundation

/// What an authenticator knows of each server. It has no lock.
struct AuthenticationState: Sendable {
    typealias Credentials = Authenticator.Credentials
    typealias Flight = Promise<Result<Credentials?, any Error>>

    /// How a server is answered.
    enum Scheme: Sendable {
        case digest(DigestChallenge)
        case basic

        var nonce: String? {
            if case .digest(let digest) = self { digest.nonce } else { nil }
        }
    }

    /// What a request is sent with.
    struct Use: Sendable {
        let scheme: Scheme
        let credentials: Credentials
        /// Which credentials these are.
        let version: Int
        /// How many requests have had the nonce, this one included.
        let count: UInt32
        /// The same for all requests of a session, because it may be a part of the secret.
        let clientNonce: String
    }

    /// What is to be done about a challenge.
    enum Step {
        /// These credentials are not refused.
        case known(Credentials)
        /// Somebody has answered a challenge since the request was sent.
        case isRenewed
        /// Somebody else has asked for them.
        case wait(Flight)
        case ask(Flight, isRefused: Bool)
    }

    private struct Server {
        var scheme: Scheme?
        var credentials: Credentials?
        var version = 0
        var count: UInt32 = 0
        var clientNonce = ""
        /// Whether the server has accepted an answer to the present challenge. If it refuses a later one, that is
        /// because of the nonce, or of the order in which requests arrive.
        var isProven = false
        /// The paths for which the credentials are good.
        var paths: [String] = []
        var flight: Flight?

        func protects(_ url: URL) -> Bool {
            let path = url.path(percentEncoded: true)
            return paths.contains { path.isBelow($0) }
        }
    }

    private(set) var lastVersion = 0
    private var servers: [Origin: Server] = [:]

    init(lastVersion: Int = 0) {
        self.lastVersion = lastVersion
    }

    /// What a request is sent with from the beginning; nil for nothing.
    mutating func use(_ origin: Origin, _ url: URL) -> Use? {
        guard let server = servers[origin], let scheme = server.scheme, let credentials = server.credentials,
            server.protects(url)
        else { return nil }
        servers[origin]?.count += 1
        return Use(
            scheme: scheme, credentials: credentials, version: server.version, count: server.count + 1,
            clientNonce: server.clientNonce)
    }

    mutating func join(_ origin: Origin, _ used: Use?, _ url: URL, isStale: Bool) -> Step {
        let server = servers[origin] ?? Server()
        if let flight = server.flight { return .wait(flight) }
        if isRenewed(origin, used, url) { return .isRenewed }
        if let credentials = server.credentials, used == nil || isStale || server.isProven {
            return .known(credentials)
        }
        let flight = Flight()
        servers[origin, default: Server()].flight = flight
        return .ask(flight, isRefused: used != nil)
    }

    mutating func finish(_ origin: Origin, _ credentials: Credentials??) {
        servers[origin]?.flight = nil
        servers[origin]?.credentials = credentials ?? nil
    }

    /// Whether somebody has begun to answer another challenge since a request was sent.
    private func isRenewed(_ origin: Origin, _ used: Use?, _ url: URL) -> Bool {
        guard let server = servers[origin], server.scheme != nil, server.protects(url) else { return false }
        return used?.version != server.version
    }

    /// Begins to answer with a challenge, unless somebody has begun with another one.
    mutating func begin(
        _ origin: Origin, _ used: Use?, _ scheme: Scheme, _ url: URL, _ credentials: Credentials, clientNonce: String
    ) {
        guard !isRenewed(origin, used, url) else { return }
        var server = servers[origin] ?? Server()
        lastVersion += 1
        // A server may send the same nonce again, whose count then goes on.
        if server.scheme?.nonce != scheme.nonce { server.count = 0 }
        (server.scheme, server.credentials) = (scheme, credentials)
        (server.version, server.clientNonce) = (lastVersion, clientNonce)
        server.isProven = false
        server.paths = paths(of: scheme, url, origin)
        servers[origin] = server
    }

    /// The server has accepted an answer.
    mutating func prove(_ used: Use, _ origin: Origin) {
        if servers[origin]?.version == used.version { servers[origin]?.isProven = true }
    }

    mutating func takeNonce(_ nonce: String, _ used: Use, _ origin: Origin) {
        guard let server = servers[origin], server.version == used.version, case .digest(var digest)? = server.scheme
        else { return }
        digest.nonce = nonce
        servers[origin]?.scheme = .digest(digest)
        servers[origin]?.count = 0
    }

    /// The space in which the same credentials are good: all of the server or what a `domain` lists for Digest (RFC
    /// 7616, section 3.3), and what is beside the URL for Basic (RFC 7617, section 2.2).
    private func paths(of scheme: Scheme, _ url: URL, _ origin: Origin) -> [String] {
        switch scheme {
        case .digest(let digest):
            let listed = digest.domain.compactMap { URL(string: $0, relativeTo: url)?.absoluteURL }
                .filter { Origin($0) == origin }.map { $0.path(percentEncoded: true) }
            return digest.domain.isEmpty ? ["/"] : listed + [url.path(percentEncoded: true)]
        case .basic:
            let path = url.path(percentEncoded: true)
            guard let slash = path.lastIndex(of: "/") else { return ["/"] }
            return [String(path[...slash])]
        }
    }
}

extension String {
    fileprivate func isBelow(_ path: String) -> Bool {
        let own = isEmpty ? "/" : self
        return own == path || own.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
}
