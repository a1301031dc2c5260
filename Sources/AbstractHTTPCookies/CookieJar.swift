import AbstractHTTP
import Foundation

/// Keeps the cookies that servers set, and sends them back (RFC 6265bis). It works the same over every connector.
///
/// ```swift
/// let jar = CookieJar()
/// let client = APIClient(baseURL: "https://api.example.com") { $0.cookieJar = jar }
/// try await client.send(Login(user: "ada", password: "secret"))    // sets a cookie
/// try await client.send(GetAccount())                              // sends it
/// jar.removeAll()                                                  // logout
/// ```
///
/// A jar is a middleware: it sees each attempt and each request of a redirect. Configs that have the same jar share its
/// cookies, and without a jar there are none. A spec may set a `Cookie` field of its own. The jar then adds its cookies
/// to that, except those of the same name.
///
/// All of its members may be used from any thread.
public final class CookieJar: LastMiddleware {
    struct State: Sendable {
        var cookies = CookieStore()
        /// Counts the changes.
        var version = 0
        /// Those who wait for the next change.
        var observers: [Promise<Void>] = []
        var saveError: (any Error)?
    }

    private let suffixes: (any PublicSuffixes)?
    private let now: @Sendable () -> Date
    private let file: CookieFile?
    private let state: LockedValue<State>

    /// Creates a jar that keeps its cookies in memory.
    ///
    /// - Parameters:
    ///   - publicSuffixes: Decides for which domains a server may set cookies. Without them, each cookie goes to the
    ///     host alone that has set it.
    ///   - now: The time, by which cookies end.
    public init(
        publicSuffixes: (any PublicSuffixes)? = PublicSuffixList.system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (suffixes, self.now, file) = (publicSuffixes, now, nil)
        state = LockedValue(State())
    }

    /// Creates a jar that also keeps its cookies in `file`, and reads those that are there.
    ///
    /// Only this user may read the file. A response that changes cookies is returned after they have been written; see
    /// ``saveError``. The file is replaced in one step, and the one before stays beside it, so a process or a machine
    /// that stops at any moment loses at most the last change.
    ///
    /// - Parameters:
    ///   - file: It is made when the first cookie is set. Its folder has to be there.
    ///   - keepsSessionCookies: Whether cookies without an expiry are written, too.
    ///   - publicSuffixes: See ``init(publicSuffixes:now:)``.
    ///   - now: The time, by which cookies end.
    /// - Throws: ``CookieFileError``, or a `POSIXError`.
    public init(
        file: URL, keepsSessionCookies: Bool = false,
        publicSuffixes: (any PublicSuffixes)? = PublicSuffixList.system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        (suffixes, self.now) = (publicSuffixes, now)
        let cookieFile = try CookieFile(file, keepsSessionCookies: keepsSessionCookies)
        var state = State()
        for cookie in try cookieFile.load() { state.cookies.insert(cookie, at: now()) }
        self.file = cookieFile
        self.state = LockedValue(state)
    }

    /// All cookies that have not ended, the oldest first.
    public var cookies: [Cookie] { latest.cookies }

    /// The cookies that a request of this URL gets, in their order.
    public func cookies(for url: URL) -> [Cookie] {
        guard let origin = CookieStore.Origin(url) else { return [] }
        let now = now()
        return state.withLock { $0.cookies.cookies(for: origin, at: now) }
    }

    /// Puts cookies into the jar, in place of those with the same names, domains and paths. A cookie that has ended
    /// removes that.
    public func insert(_ cookies: some Sequence<Cookie>) {
        let (cookies, now) = (Array(cookies), now())
        change { store in cookies.reduce(false) { store.insert($1, at: now) || $0 } }
    }

    /// Removes a cookie.
    public func remove(_ cookie: Cookie) {
        var ended = cookie
        ended.expires = .distantPast
        insert([ended])
    }

    /// Removes all cookies.
    public func removeAll() {
        change { store in store.remove { _ in true } }
    }

    /// Why the last change is not in the file; nil if it is.
    public var saveError: (any Error)? { state.withLock { $0.saveError } }

    /// Takes the cookies of a response to a request of `url`, as if the jar had sent it.
    public func setCookies(from headers: HTTPHeaders, of url: URL) {
        if store(headers, url) { saveNow() }
    }

    /// Adds the cookies to the request, and takes those of the response.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        let url = request.url
        request.headers.addCookies(cookies(for: url))
        let response = try await next.execute(request)
        if store(response.headers, url), let file { note(await file.save { self.latest }) }
        return response
    }

    /// Returns whether the cookies have changed.
    private func store(_ headers: HTTPHeaders, _ url: URL) -> Bool {
        let fields = headers.values(for: .setCookie).compactMap(SetCookie.init)
        guard !fields.isEmpty, let origin = CookieStore.Origin(url) else { return false }
        let now = now()
        // Who knows the suffixes is asked before the lock is taken.
        let cookies = fields.compactMap { Cookie($0, by: origin, suffixes, at: now) }
        return changeInMemory { store in
            cookies.reduce(false) { store.set($1, by: origin, at: now) || $0 }
        }
    }

    private func change(_ change: (inout CookieStore) -> Bool) {
        if changeInMemory(change) { saveNow() }
    }

    private func changeInMemory(_ change: (inout CookieStore) -> Bool) -> Bool {
        let observers: [Promise<Void>]? = state.withLock { state in
            guard change(&state.cookies) else { return nil }
            state.version += 1
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers ?? [] { observer.fulfill(()) }
        return observers != nil
    }

    private func saveNow() {
        if let file { note(file.saveNow { latest }) }
    }

    private func note(_ result: Result<Void, any Error>?) {
        guard let result else { return }
        state.withLock { state in
            if case .failure(let error) = result { state.saveError = error } else { state.saveError = nil }
        }
    }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
    /// How many cookies there are.
    public var description: String { "CookieJar with \(cookies.count) cookies" }

    /// The jar without its cookies.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The cookies of a jar, now and after each change. Changes that come faster than they are read are taken together.
public struct CookieUpdates: AsyncSequence, Sendable {
    fileprivate let jar: CookieJar

    /// The iterator of one reader.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let jar: CookieJar
        fileprivate var version: Int?

        /// Returns the cookies of now at first, and then after each change. Nil when the task is canceled.
        public mutating func next() async -> [Cookie]? {
            guard let latest = await jar.latest(after: version) else { return nil }
            version = latest.version
            return latest.cookies
        }
    }

    /// Makes an iterator, which begins with the cookies of now.
    public func makeAsyncIterator() -> Iterator { Iterator(jar: jar, version: nil) }
}

extension CookieJar {
    /// The cookies now, and after each change.
    public var updates: CookieUpdates { CookieUpdates(jar: self) }

    fileprivate var latest: CookieFile.Snapshot {
        let now = now()
        return state.withLock { $0.snapshot(at: now) }
    }

    /// The cookies, as soon as their version is another one. Nil when the task is canceled.
    fileprivate func latest(after version: Int?) async -> CookieFile.Snapshot? {
        while !Task.isCancelled {
            let (now, change) = (now(), Promise<Void>())
            let latest: CookieFile.Snapshot? = state.withLock { state in
                if state.version != version { return state.snapshot(at: now) }
                state.observers.append(change)
                return nil
            }
            if let latest { return latest }
            await withTaskCancellationHandler {
                await change.value()
            } onCancel: {
                change.fulfill(())
            }
        }
        return nil
    }
}

extension CookieJar.State {
    fileprivate func snapshot(at now: Date) -> CookieFile.Snapshot {
        CookieFile.Snapshot(cookies: cookies.cookies(at: now), version: version)
    }
}

extension HTTPHeaders {
    /// Adds cookies to the Cookie field, except those whose names it has.
    fileprivate mutating func addCookies(_ cookies: [Cookie]) {
        guard !cookies.isEmpty else { return }
        let own = values(for: .cookie)
        let names = Set(
            own.joined(separator: ";").split(separator: ";").map { pair in
                pair.prefix { $0 != "=" }.drop { $0 == " " }
            })
        let pairs = own + cookies.filter { !names.contains($0.name[...]) }.map(\.pair)
        self[.cookie] = pairs.joined(separator: "; ")
    }
}

extension ConnectionConfig {
    /// The jar that keeps the cookies of all requests of this config. Default: nil, there are no cookies.
    ///
    /// It is one of the ``AbstractHTTP/ConnectionConfig/middleware``: the last one when it is set, so that it sees what
    /// the others have changed.
    public var cookieJar: CookieJar? {
        get { middleware.lazy.compactMap { $0 as? CookieJar }.first }
        set {
            middleware.removeAll { $0 is CookieJar }
            if let newValue { middleware.append(newValue) }
        }
    }
}
