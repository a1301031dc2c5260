import AbstractHTTP
import Foundation

/// What an authenticator knows about each protection space, and what it decides. It has no lock.
struct AuthenticationState: Sendable {
    typealias Credentials = Authenticator.Credentials
    /// A request for credentials, and the HTTP requests that wait for them.
    typealias Question = SingleFlight<Credentials?>

    /// How to answer a server.
    enum Scheme: Sendable {
        case digest(DigestChallenge)
        case basic

        var nonce: String? {
            if case .digest(let digest) = self { digest.nonce } else { nil }
        }
    }

    /// A realm of a server (RFC 9110, section 11.5). Credentials for one are not sent to another.
    struct Space: Hashable, Sendable {
        let origin: Origin
        let realm: String
        let isDigest: Bool
    }

    /// A challenge, and the credentials that answer it. Requests to a space share it until the next challenge.
    struct Session: Sendable {
        let space: Space
        let number: Int
        fileprivate(set) var scheme: Scheme
        let credentials: Credentials
        /// All requests of a session send the same one, because a `-sess` algorithm makes it part of the secret.
        let clientNonce: String
        /// The number of requests that have sent the current nonce, including the one that gets this value.
        fileprivate(set) var count = 0
        /// Whether the server has accepted an answer. If it then refuses one with a nonce, the credentials are right,
        /// and the nonce or the order of the requests is the reason.
        fileprivate var isProven = false
    }

    /// A challenge to a request, and how the request was sent.
    struct Challenge: Sendable {
        let space: Space
        let scheme: Scheme
        let url: URL
        let used: Session?
        /// The number of sign-outs when the request began.
        let began: Int

        fileprivate var isStale: Bool {
            if case .digest(let digest) = scheme { digest.isStale } else { false }
        }
    }

    /// What to do about a challenge.
    enum Step {
        /// Answer with these credentials, which the server has not refused.
        case known(Credentials)
        /// Wait for credentials. If the question is new, the caller asks for them.
        case wait(question: Int, waiter: Int, isNew: Bool, isRefused: Bool)
    }

    fileprivate struct Server {
        var session: Session?
        var credentials: Credentials?
        /// Whether the server has refused the last credentials of the source, and there are no others.
        var isRefused = false
        var question: Question?
        /// Path prefixes of the URLs whose requests get an answer from the start.
        var paths: [String] = []
        /// The number of the last use. The higher, the later.
        var lastUse = 0
    }

    /// The number of times that the user has signed out.
    private(set) var signOutCount = 0
    private var servers: [Space: Server] = [:]
    private var lastSession = 0
    private var lastQuestion = 0
    private var lastUse = 0
    /// The maximum number of path prefixes of a space.
    private static let mostPaths = 64
    /// The maximum number of spaces of a server.
    private static let mostSpaces = 32

    var spaceCount: Int { servers.count }
    var waiterCount: Int { servers.values.reduce(0) { $0 + ($1.question?.waiterCount ?? 0) } }

    /// Returns the session for a request that has not been challenged, and counts the request. Nil if there is none.
    mutating func session(for url: URL, of origin: Origin) -> Session? {
        let path = url.path(percentEncoded: true)
        var best: (space: Space, length: Int)?
        for (space, server) in servers where space.origin == origin && server.session != nil {
            let length = server.paths.filter { path.isBelow($0) }.map(\.utf8.count).max()
            if let length, length > best?.length ?? -1 { best = (space, length) }
        }
        return best.flatMap { next($0.space) }
    }

    /// Counts a request of the current session.
    private mutating func next(_ space: Space) -> Session? {
        use(space)
        servers[space]?.session?.count += 1
        return servers[space]?.session
    }

    /// Marks a space as used.
    private mutating func use(_ space: Space) {
        lastUse += 1
        servers[space]?.lastUse = lastUse
    }

    /// Drops the least recently used spaces of a server, so that there is room for one more. Spaces with a question
    /// stay.
    private mutating func makeRoom(at origin: Origin) {
        let spaces = servers.filter { $0.key.origin == origin }
        let excess = spaces.count - Self.mostSpaces + 1
        guard excess > 0 else { return }
        let idle = spaces.filter { $0.value.question == nil }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (space, _) in idle.prefix(excess) { servers[space] = nil }
    }

    /// Decides about a challenge.
    ///
    /// Throws ``AbstractHTTP/TokenRefreshError`` if the user has signed out since the request began.
    mutating func join(_ waiter: Question.Waiter, _ challenge: Challenge) throws(TokenRefreshError) -> Step {
        guard challenge.began == signOutCount else { throw .signedOut }
        if servers[challenge.space] == nil { makeRoom(at: challenge.space.origin) }
        defer { use(challenge.space) }
        var server = servers[challenge.space] ?? Server()
        let isNew = server.question == nil
        let used = challenge.used.flatMap { $0.space == challenge.space ? $0 : nil }
        if isNew {
            let isGood = used.map { challenge.isStale || !isRefused($0, server) } ?? true
            if isGood, let credentials = server.credentials { return .known(credentials) }
            lastQuestion += 1
            server.question = Question(number: lastQuestion)
        }
        let number = server.question?.add(waiter) ?? 0
        servers[challenge.space] = server
        return .wait(
            question: server.question?.number ?? 0, waiter: number, isNew: isNew,
            isRefused: used != nil || server.isRefused)
    }

    /// Whether a challenge means that the credentials are wrong. They may be right if there are newer credentials, if a
    /// newer session has begun, or if the server has accepted them before in this session and refuses the nonce.
    private func isRefused(_ used: Session, _ server: Server) -> Bool {
        guard used.credentials == server.credentials, let session = server.session else { return false }
        guard used.number == session.number else { return used.number > session.number }
        // Without a nonce, the same answer is refused again.
        return !session.isProven || session.scheme.nonce == nil
    }

    /// Sets the task that asks for credentials. Returns false if the question has ended.
    mutating func setTask(_ task: Task<Void, Never>, of question: Int, _ space: Space) -> Bool {
        guard servers[space]?.question?.number == question else { return false }
        servers[space]?.question?.setTask(task)
        return true
    }

    /// Ends a question. Returns nil and drops the credentials if the question has already ended.
    mutating func finish(_ question: Int, _ space: Space, _ credentials: Credentials?, isRefused: Bool) -> Question? {
        guard let ended = servers[space]?.question, ended.number == question else { return nil }
        servers[space]?.question = nil
        servers[space]?.credentials = credentials
        servers[space]?.isRefused = credentials == nil && isRefused
        use(space)
        if credentials == nil { servers[space]?.session = nil }
        return ended
    }

    /// Removes a waiter, and the question if it was the last waiter.
    mutating func leave(_ question: Int, _ waiter: Int, _ space: Space) -> (Question.Waiter?, abandoned: Question?) {
        guard servers[space]?.question?.number == question, let left = servers[space]?.question?.remove(waiter) else {
            return (nil, nil)
        }
        guard let rest = servers[space]?.question, rest.waiterCount == 0 else { return (left, nil) }
        servers[space]?.question = nil
        return (left, rest)
    }

    /// Forgets credentials that cannot be sent.
    mutating func forget(_ credentials: Credentials, _ space: Space) {
        if servers[space]?.credentials == credentials { servers[space]?.credentials = nil }
    }

    /// Forgets everything. Returns the flights that were under way.
    mutating func signOut() -> [Question] {
        signOutCount += 1
        defer { servers = [:] }
        return servers.values.compactMap(\.question)
    }

    /// Returns the session that answers a challenge. Nil after a sign-out.
    ///
    /// Requests that are challenged with the same nonce share a session. A request with its own nonce answers that one.
    /// The protection space uses the new session, unless another request has started one in the meantime.
    mutating func begin(
        _ challenge: Challenge, _ credentials: Credentials, clientNonce: String
    ) throws(TokenRefreshError) -> Session? {
        guard challenge.began == signOutCount else { throw .signedOut }
        let space = challenge.space
        guard var server = servers[space], server.credentials == credentials else { return nil }
        server.add(Self.paths(of: challenge), most: Self.mostPaths)
        let isSame = server.session?.scheme.nonce == challenge.scheme.nonce
        let isUsed = challenge.used?.number == server.session?.number
        if isSame, !isUsed, server.session?.credentials == credentials {
            servers[space] = server
            return next(space)
        }
        lastSession += 1
        // A server may repeat a nonce. Its count then continues.
        let session = Session(
            space: space, number: lastSession, scheme: challenge.scheme, credentials: credentials,
            clientNonce: clientNonce, count: isSame ? server.session?.count ?? 0 : 0)
        guard server.session == nil || isUsed || server.session?.credentials != credentials else {
            servers[space] = server
            var own = session
            own.count += 1
            return own
        }
        server.session = session
        servers[space] = server
        return next(space)
    }

    /// Records that the server has accepted an answer.
    mutating func prove(_ used: Session) {
        if servers[used.space]?.session?.number == used.number { servers[used.space]?.session?.isProven = true }
    }

    /// Replaces the nonce of a session.
    mutating func takeNonce(_ nonce: String, _ used: Session) {
        guard var session = servers[used.space]?.session, session.number == used.number,
            case .digest(var digest) = session.scheme, digest.nonce != nonce
        else { return }
        digest.nonce = nonce
        (session.scheme, session.count) = (.digest(digest), 0)
        servers[used.space]?.session = session
    }

    /// The protection space of a challenge. For Digest, it is the whole server or what `domain` lists (RFC 7616,
    /// section 3.3). For Basic, it is the folder of the URL (RFC 7617, section 2.2).
    private static func paths(of challenge: Challenge) -> [String] {
        let url = challenge.url
        switch challenge.scheme {
        case .digest(let digest):
            let listed = digest.domain.prefix(mostPaths).compactMap { URL(string: $0, relativeTo: url)?.absoluteURL }
                .filter { Origin($0) == challenge.space.origin }.map { $0.path(percentEncoded: true) }
            return digest.domain.isEmpty ? ["/"] : listed + [url.path(percentEncoded: true)]
        case .basic:
            let path = url.path(percentEncoded: true)
            guard let slash = path.lastIndex(of: "/") else { return ["/"] }
            return [String(path[...slash])]
        }
    }
}

extension AuthenticationState.Server {
    /// Adds path prefixes that are not covered yet. Drops the oldest ones beyond a maximum.
    fileprivate mutating func add(_ new: [String], most: Int) {
        for path in new where !paths.contains(where: { path.isBelow($0) }) { paths.append(path) }
        paths = paths.suffix(most)
    }
}

extension String {
    fileprivate func isBelow(_ path: String) -> Bool {
        let own = isEmpty ? "/" : self
        return own == path || own.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
}
