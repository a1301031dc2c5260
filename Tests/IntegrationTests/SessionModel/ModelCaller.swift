import AbstractHTTP
import Foundation

/// Part of the app that waits for responses. It belongs to the session in which it was started.
final class ModelCaller: Sendable {
    /// The caller whose request the current task sends.
    @TaskLocal static var current: ModelCaller?

    /// What it is entitled to.
    struct Rights {
        /// The number of its session.
        var session = 0
        /// The number of removals of all cookies before it began.
        var clearings = 0
        /// Whether its session is over, and it needs credentials again.
        var hasToEnd = false
        /// The number of 401s. A restart does not change it, because the generation stays the same.
        var rejections = 0

        /// The session, and the number of removals, as a field value of a request that is built now.
        var text: String { "\(session).\(clearings)" }
    }

    let number: Int
    let name: String
    private let users: ModelUsers
    private let rights: LockedValue<Rights>
    /// What it was entitled to when it began to wait.
    private let first: Rights
    private let end = Promise<Void>()
    private let gate = LockedValue<Promise<Void>?>(nil)
    private let commands = LockedValue<Commands>(Commands())

    /// What the app can do with it.
    struct Commands: Sendable {
        var restart: (@Sendable () -> Void)?
        var cancel: @Sendable () -> Void = {}
    }

    init(_ number: Int, _ name: String, _ users: ModelUsers) {
        (self.number, self.name, self.users) = (number, name, users)
        first = Rights(session: users.session, clearings: users.clearings)
        rights = LockedValue(first)
    }

    var now: Rights { rights.withLock { $0 } }
    var hasEnded: Bool { end.current != nil }
    var isParked: Bool { gate.withLock { $0 != nil } }

    func finish() { end.fulfill(()) }

    /// Begins anew in the current session.
    func beginAnew() {
        rights.withLock { rights in
            (rights.session, rights.clearings, rights.hasToEnd) = (users.session, users.clearings, false)
        }
    }

    /// Notes that a request is built. After the end of the session, it must not be sent.
    func willBuild(needsToken: Bool) {
        let session = users.session
        rights.withLock { if needsToken, $0.session != session { $0.hasToEnd = true } }
    }

    func change(_ change: (inout Rights) -> Void) { rights.withLock { change(&$0) } }

    // MARK: - Commands

    func set(_ change: (inout Commands) -> Void) { commands.withLock { change(&$0) } }

    var canRestart: Bool { commands.withLock { $0.restart != nil } }

    func restart() {
        beginAnew()
        commands.withLock(\.restart)?()
    }

    func cancel() {
        commands.withLock(\.cancel)()
        open()
    }

    /// Waits until the program lets it continue.
    func park() async {
        let promise = Promise<Void>()
        gate.withLock { $0 = promise }
        await promise.value()
    }

    func open() {
        let promise = gate.withLock { gate in
            defer { gate = nil }
            return gate
        }
        promise?.fulfill(())
    }

    // MARK: - What it gets

    /// Whether the app has begun anew in a later session. What waited before does not get the model.
    private var waitsForAnother: Bool {
        let rights = now
        return rights.session != first.session || rights.clearings != first.clearings
    }

    /// What is wrong with the text of a response that was awaited, or nil.
    func problem(withAwaited text: String) -> String? {
        waitsForAnother ? "\(self) got \(text), but began to wait in session \(first.session)" : problem(with: text)
    }

    /// What is wrong with the text of a response, or nil.
    func problem(with text: String) -> String? {
        let rights = now
        if rights.hasToEnd { return "\(self) got \(text), but its session was over" }
        guard let owner = text.split(separator: " ").first.flatMap({ Int($0) }) else { return nil }
        guard users.name(of: owner) != users.name(of: rights.session) else { return nil }
        return "\(self) got \(text) of \(users.name(of: owner))"
    }

    /// What is wrong with an error, or nil.
    func problem(with error: any Error) -> String? {
        let (rights, error) = (now, error as? ConnectionError)
        if error?.type == .canceled { return nil }
        if error?.isSignedOut == true {
            return rights.session == users.session && !waitsForAnother ? "\(self) was signed out too early" : nil
        }
        guard rights.hasToEnd else { return nil }
        return "\(self) failed with \(error.map { "\($0)" } ?? "another error"), but its session was over"
    }
}

extension ModelCaller: CustomStringConvertible {
    var description: String { "\(name) \(number) of session \(now.session), \(users.name(of: now.session))," }
}

/// A request of a caller. Its body names the session, as it is when the request is built.
struct ModelSpec: ConnectionSpec {
    typealias ResponseModel = String

    let caller: ModelCaller
    let path: String
    var method = HTTPMethod.get
    var hasKey = false
    let needsToken: Bool

    var request: HTTP {
        caller.willBuild(needsToken: needsToken)
        var http = HTTP(path).method(method).header("X-Rights", caller.now.text)
        if method == .post { http = http.body(Data("\(caller.now.session)".utf8)) }
        return hasKey ? http.idempotencyKey() : http
    }
}
