import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation

/// A random program of an app with two users over one config. The same seed gives the same program.
final class ModelProgram {
    /// What signs the users in.
    enum Kind: Int, CaseIterable {
        case token, tokenAndOwnIdentity, authenticator
    }

    let kind: Kind
    var random: SplitMix64
    let users = ModelUsers()
    let clock = ManualClock()
    let server: ModelServer
    private let gate = ModelGate()
    let token: TokenRefresh
    let authenticator: Authenticator
    let jar: CookieJar
    let cache: HTTPCache
    let config: ConnectionConfig
    var callers: [ModelCaller] = []
    /// The steps so far, for the report of a failure.
    private(set) var trace: [String] = []
    var lastCaller = 0
    /// Whether a step has no end.
    private var isStuck = false
    private let mostCallers = 12

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let kind = Kind.allCases.randomElement(using: &random) ?? .token
        (self.kind, self.random) = (kind, random)
        let (users, clock) = (users, clock)
        let date: @Sendable () -> Date = {
            Date(timeIntervalSince1970: 1_000_000 + clock.now.offset / .seconds(1))
        }
        let server = ModelServer(users)
        self.server = server
        token = TokenRefresh(current: nil, clock: clock, date: date) {
            guard let value = try await server.ask() else { throw TransportError(.refused) }
            return AccessToken(value, expiry: date() + 100)
        }
        authenticator = Authenticator(schemes: ["Basic"]) { _ in
            try await server.ask().map { Authenticator.Credentials(user: $0, password: "p") }
        }
        jar = CookieJar(publicSuffixes: nil, now: date)
        let ownIdentity: @Sendable (Request) -> String = { request in
            let owner = request.headers[.authorization]?.owner ?? request.headers[.cookie]?.owner
            return owner.map { users.name(of: $0) } ?? ""
        }
        cache = HTTPCache(identity: kind == .tokenAndOwnIdentity ? ownIdentity : nil)
        var config = ConnectionConfig(
            baseURL: "https://a.example", connector: server, clock: clock, date: date,
            random: RandomSource { 0 }, policies: [Retry(backoff: .none, budget: nil)])
        config.cookieJar = jar
        config.cache = cache
        if kind == .authenticator {
            config.authenticator = authenticator
        } else {
            config.policies.insert(token, at: 0)
        }
        config.policies.append(gate)
        self.config = config
    }

    var needsToken: Bool { kind != .authenticator }

    /// Makes steps until one shows a problem. Returns the problem, or nil.
    func run(steps: Int) async -> String? {
        for number in 1...steps {
            let step = await makeStep()
            trace.append(step)
            await settle()
            if isStuck { return "step \(number), \(step), did not come to rest: \(report)" }
            callers.removeAll(where: \.hasEnded)
            if let problem = server.problems.first { return "step \(number), \(step): \(problem)" }
        }
        await end()
        return server.problems.first
    }

    // MARK: - Steps

    private func makeStep() async -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<28 where callers.count < mostCallers: return startSingle()
        case 28..<36 where callers.count < mostCallers: return startFollowing()
        case 36..<46: if let step = answerQuestion() { return step }
        case 46..<54: return advance()
        case 54..<60: if let step = openNextPage() { return step }
        // If the first of several identical requests is canceled, any of the others can be the next one.
        case 60..<63 where cache.waiterCount < 2: if let step = await restart() { return step }
        case 63..<65 where cache.waiterCount < 2: if let step = await cancel() { return step }
        case 65..<71: return changeUser()
        case 71..<74:
            clearCookies()
            return "remove all cookies"
        case 74:
            try? await cache.removeAll()
            return "empty the cache"
        default: break
        }
        return answer() ?? advance()
    }

    private func advance() -> String {
        let milliseconds = [500, 1_000, 2_000, 30_000].randomElement(using: &random) ?? 1_000
        clock.advance(by: .milliseconds(milliseconds))
        return "advance by \(milliseconds) ms"
    }

    private func openNextPage() -> String? {
        guard let caller = callers.filter(\.isParked).randomElement(using: &random) else { return nil }
        caller.open()
        return "next page of \(caller)"
    }

    private func cancel() async -> String? {
        guard let caller = callers.randomElement(using: &random) else { return nil }
        caller.cancel()
        // A caller that has not ended yet could be restarted, and nobody would wait for its request.
        while !caller.hasEnded, !Task.isCancelled { await Task.yield() }
        return "cancel \(caller)"
    }

    private func restart() async -> String? {
        guard let caller = callers.filter(\.canRestart).randomElement(using: &random) else { return nil }
        let old = Set(server.exchanges.filter { $0.caller === caller }.map(\.number))
        ModelCaller.$current.withValue(caller) { caller.restart() }
        // The exchange of the earlier attempt is canceled.
        while server.exchanges.contains(where: { old.contains($0.number) }), !Task.isCancelled { await Task.yield() }
        return "restart \(caller)"
    }

    // MARK: - Users

    private func clearCookies() {
        users.clear()
        jar.removeAll()
    }

    private func changeUser() -> String {
        let name = ["ada", "bob"].randomElement(using: &random) ?? ""
        let identifier = Bool.random(using: &random) ? name : nil
        let choice = Int.random(in: 0..<4, using: &random)
        if choice == 0 {
            signOut()
            return "sign out"
        }
        let isOther = users.current != nil && users.current != name
        if choice == 1 || kind == .authenticator || isOther && identifier == nil { signOut() }
        signIn(name, as: identifier)
        return "sign in \(name) as \(identifier ?? "nil"): session \(users.session)"
    }

    private func signOut() {
        users.signOut()
        token.signOut()
        authenticator.signOut()
        clearCookies()
    }

    private func signIn(_ name: String, as identifier: String?) {
        let isNew = users.signIn(name, as: identifier)
        let expiry: Date? = Bool.random(using: &random) ? config.date() + 60 : nil
        token.signIn(with: AccessToken(users.token(of: users.session), expiry: expiry), user: identifier)
        if isNew { clearCookies() }
    }

    // MARK: - Rest

    /// Waits until each caller waits for something that a step can change. Lets out one request after another.
    private func settle() async {
        repeat {
            var matches = 0
            var rounds = 0
            while matches < 3, !isStuck {
                for _ in 0..<4 { await Task.yield() }
                matches = isAtRest ? matches + 1 : 0
                rounds += 1
                isStuck = rounds > 100_000 || Task.isCancelled
            }
        } while gate.releaseNext() && !isStuck
    }

    /// What is waiting for what.
    private var report: String {
        """
        callers \(callers.filter { !$0.hasEnded && !$0.isParked }), requests of \(server.exchanges.map(\.caller)), \
        sleeping \(clock.remainingSleeps), for tokens \(token.waiterCount), refreshes \(token.count), \
        questions \(server.questions.map(\.number)), for passwords \(authenticator.waiterCount), \
        in the cache \(cache.waiterCount), at the gate \(gate.count)
        """
    }

    private var isAtRest: Bool {
        let running = callers.count { !$0.hasEnded && !$0.isParked }
        let (tokens, passwords) = (token.waiterCount, authenticator.waiterCount)
        let waiting =
            server.exchanges.count + clock.remainingSleeps.count + tokens + passwords + cache.waiterCount + gate.count
        if tokens > 0, !server.questions.contains(where: { $0.number == token.count }) { return false }
        if passwords > 0, server.questions.isEmpty { return false }
        return running == waiting
    }

    /// Cancels everything, and waits for the ends.
    private func end() async {
        for caller in callers { caller.cancel() }
        while callers.contains(where: { !$0.hasEnded }), !Task.isCancelled { await Task.yield() }
        for question in server.questions { server.answer(question, .failure(CancellationError())) }
    }
}
