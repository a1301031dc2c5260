import AbstractHTTP
import Foundation

/// What an authenticator knows about each server, and what it decides. It has no lock.
struct AuthenticationState: Sendable {
    typealias Credentials = Authenticator.Credentials
    /// A request for credentials, and the HTTP requests that wait for them.
    typealias Flight = SingleFlight<Credentials?>

    /// How to answer a server.
    enum Scheme: Sendable {
        case digest(DigestChallenge)
        case basic

        var nonce: String? {
            if case .digest(let digest) = self { digest.nonce } else { nil }
        }
    }

    /// A challenge, and the credentials that answer it. Requests to the server share it until the next challenge.
    struct Session: Sendable {
        let number: Int
        fileprivate(set) var scheme: Scheme
        let credentials: Credentials
        /// All requests of a session send the same one, because a `-sess` algorithm makes it part of the secret.
        let clientNonce: String
        /// The number of requests that have sent the present nonce.
        fileprivate(set) var count: Int
        /// Whether the server has accepted an answer. If it then refuses one, the credentials are right, and the
        /// nonce or the order of the requests is the reason.
        fileprivate var isProven = false
        /// The protection space, as path prefixes.
        fileprivate let paths: [String]

        fileprivate func protects(_ url: URL) -> Bool {
            let path = url.path(percentEncoded: true)
            return paths.contains { path.isBelow($0) }
        }
    }

    /// What to do about a challenge.
    enum Step {
        /// Answer with these credentials, which the server has not refused.
        case known(Credentials)
        /// Send the request again: another one has answered a newer challenge.
        case isRenewed
        /// Wait for credentials. If the flight is new, the caller asks for them.
        case wait(flight: Int, waiter: Int, isNew: Bool)
    }

    private struct Server {
        var session: Session?
        var credentials: Credentials?
        var flight: Flight?
    }

    private var servers: [Origin: Server] = [:]
    private var lastSession = 0
    private var lastFlight = 0

    /// Returns the session with which to send a request, and counts the request. Nil if there is none.
    mutating func session(for url: URL, of origin: Origin) -> Session? {
        guard var session = servers[origin]?.session, session.protects(url) else { return nil }
        session.count += 1
        servers[origin]?.session = session
        return session
    }

    /// Decides about a challenge to a request that was sent with `used`.
    mutating func join(
        _ waiter: Flight.Waiter, _ origin: Origin, _ used: Session?, _ url: URL, isStale: Bool
    ) -> Step {
        var server = servers[origin] ?? Server()
        let isNew = server.flight == nil
        if isNew {
            if isRenewed(origin, used, url) { return .isRenewed }
            let isAccepted = used == nil || isStale || server.session?.isProven == true
            if isAccepted, let credentials = server.credentials { return .known(credentials) }
            lastFlight += 1
            server.flight = Flight(number: lastFlight)
        }
        let number = server.flight?.add(waiter) ?? 0
        servers[origin] = server
        return .wait(flight: server.flight?.number ?? 0, waiter: number, isNew: isNew)
    }

    /// Sets the task that asks for credentials. Returns false if the flight has ended.
    mutating func setTask(_ task: Task<Void, Never>, of flight: Int, _ origin: Origin) -> Bool {
        guard servers[origin]?.flight?.number == flight else { return false }
        servers[origin]?.flight?.setTask(task)
        return true
    }

    /// Ends a flight. Returns nil if it has ended before, in which case its credentials are dropped.
    mutating func finish(_ flight: Int, _ origin: Origin, _ credentials: Credentials?) -> Flight? {
        guard let ended = servers[origin]?.flight, ended.number == flight else { return nil }
        servers[origin]?.flight = nil
        servers[origin]?.credentials = credentials
        // The server has refused what there was.
        if credentials == nil { servers[origin]?.session = nil }
        return ended
    }

    /// Removes a waiter, and the flight with the last one.
    mutating func leave(_ flight: Int, _ waiter: Int, _ origin: Origin) -> (Flight.Waiter?, abandoned: Flight?) {
        guard servers[origin]?.flight?.number == flight, let left = servers[origin]?.flight?.remove(waiter) else {
            return (nil, nil)
        }
        guard let rest = servers[origin]?.flight, rest.waiterCount == 0 else { return (left, nil) }
        servers[origin]?.flight = nil
        return (left, rest)
    }

    /// Forgets everything. Returns the flights that were under way.
    mutating func signOut() -> [Flight] {
        defer { servers = [:] }
        return servers.values.compactMap(\.flight)
    }

    /// Begins a session, unless another request has begun one. Returns whether to send the request again, which is
    /// false after a sign-out.
    mutating func begin(
        _ origin: Origin, _ used: Session?, _ scheme: Scheme, _ url: URL, _ credentials: Credentials,
        clientNonce: String
    ) -> Bool {
        if isRenewed(origin, used, url) { return true }
        guard var server = servers[origin], server.credentials == credentials else { return false }
        lastSession += 1
        // A server may send the same nonce again. Its count then goes on.
        let isSameNonce = server.session?.scheme.nonce == scheme.nonce
        server.session = Session(
            number: lastSession, scheme: scheme, credentials: credentials, clientNonce: clientNonce,
            count: isSameNonce ? server.session?.count ?? 0 : 0, paths: Self.paths(of: scheme, url, origin))
        servers[origin] = server
        return true
    }

    /// Notes that the server has accepted an answer.
    mutating func prove(_ used: Session, _ origin: Origin) {
        if servers[origin]?.session?.number == used.number { servers[origin]?.session?.isProven = true }
    }

    /// Replaces the nonce of a session.
    mutating func takeNonce(_ nonce: String, _ used: Session, _ origin: Origin) {
        guard var session = servers[origin]?.session, session.number == used.number,
            case .digest(var digest) = session.scheme, digest.nonce != nonce
        else { return }
        digest.nonce = nonce
        (session.scheme, session.count) = (.digest(digest), 0)
        servers[origin]?.session = session
    }

    /// Whether another request has begun a session since the request with `used` was sent.
    private func isRenewed(_ origin: Origin, _ used: Session?, _ url: URL) -> Bool {
        guard let session = servers[origin]?.session, session.protects(url) else { return false }
        return used?.number != session.number
    }

    /// The protection space of a challenge: for Digest, the whole server or what `domain` lists (RFC 7616, section
    /// 3.3); for Basic, the folder of the URL (RFC 7617, section 2.2).
    private static func paths(of scheme: Scheme, _ url: URL, _ origin: Origin) -> [String] {
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
