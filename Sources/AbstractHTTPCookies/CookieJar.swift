import AbstractHTTP
import Foundation

/// Stores the cookies that servers set, and sends them back (RFC 6265bis). It works the same over every connector.
///
/// ```swift
/// let jar = CookieJar()
/// let client = APIClient(baseURL: "https://api.example.com") { $0.cookieJar = jar }
/// try await client.send(Login(user: "ada", password: "secret"))    // sets a cookie
/// try await client.send(GetAccount())                              // sends it
/// jar.removeAll()                                                  // logout
/// ```
///
/// A jar is a middleware. It sees each attempt and each request of a redirect. Configs with the same jar share its
/// cookies. Without a jar, there are no cookies. If a spec sets its own `Cookie` field, the jar adds its cookies to it,
/// except those with the same names.
///
/// All members may be used from any thread.
public final class CookieJar: HTTPMiddleware, LastMiddleware {
    package static let place = MiddlewarePlace.cookies

    struct State: Sendable {
        var cookies = CookieStore()
        /// The number of changes so far.
        var version = 0
        /// The iterators that wait for the next change.
        var observers: [Int: Promise<Void>] = [:]
        var lastObserver = 0
    }

    private let suffixes: (any PublicSuffixes)?
    private let now: @Sendable () -> Date
    private let file: CookieFile?
    private let state: LockedValue<State>

    /// The cookies of the file that this jar did not take, for the same reasons as in ``insert(_:)``. The jar removes
    /// them from the file with the next change.
    public let refusedCookies: [RefusedCookie]

    /// Creates a jar in memory.
    ///
    /// - Parameters:
    ///   - publicSuffixes: Decides for which domains a server may set cookies. If it is nil, each cookie goes only to
    ///     the host that set it.
    ///   - now: Returns the current time, to which the jar compares the expiry of cookies.
    public init(
        publicSuffixes: (any PublicSuffixes)? = PublicSuffixList.system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (suffixes, self.now, file, refusedCookies) = (publicSuffixes, now, nil, [])
        state = LockedValue(State())
    }

    /// Creates a jar that stores its cookies in `file`, and reads the cookies that are there.
    ///
    /// Only the current user can read the file. The jar writes each change before it returns the response with that
    /// change (see ``saveError``). A crash loses at most the last change, because the jar replaces the file in one step
    /// and keeps the previous one.
    ///
    /// - Parameters:
    ///   - file: The jar creates it with the first cookie. Its folder must exist.
    ///   - keepsSessionCookies: Whether the file also gets cookies without an expiry.
    ///   - publicSuffixes: See ``init(publicSuffixes:now:)``.
    ///   - now: Returns the current time.
    /// - Throws: ``CookieFileError``, or a `POSIXError`.
    public init(
        file: URL, keepsSessionCookies: Bool = false,
        publicSuffixes: (any PublicSuffixes)? = PublicSuffixList.system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        (suffixes, self.now) = (publicSuffixes, now)
        let cookieFile = try CookieFile(file, keepsSessionCookies: keepsSessionCookies)
        var (state, time) = (State(), now())
        let (cookies, refused) = try cookieFile.load().checked(publicSuffixes, at: time)
        for cookie in cookies { state.cookies.load(cookie, at: time) }
        refusedCookies = refused
        self.file = cookieFile
        self.state = LockedValue(state)
    }

    /// All cookies that have not expired, oldest first.
    public var cookies: [Cookie] { latest.cookies }

    /// Returns the cookies to send to `url`, in order.
    public func cookies(for url: URL) -> [Cookie] { cookies(for: url, in: nil) }

    /// Returns the cookies to send to `url` in a session, or in the current one. None if it is over.
    private func cookies(for url: URL, in session: Int?) -> [Cookie] {
        guard let origin = CookieStore.Origin(url) else { return [] }
        let now = now()
        return state.withLock { state in
            guard session == nil || session == state.cookies.clearCount else { return [] }
            return state.cookies.cookies(for: origin, at: now)
        }
    }

    /// Inserts cookies, for example those of a browser. Each one replaces the cookie with the same name, domain, and
    /// path. An expired cookie only removes that cookie.
    ///
    /// The jar takes no cookie that a server could not set, such as one with a control character, one that breaks the
    /// conditions of its prefix, or one for all servers of a public suffix (RFC 6265bis, sections 5.6 and 5.7).
    ///
    /// - Returns: The cookies that the jar did not take, with the reasons. The others are in the jar.
    @discardableResult
    public func insert(_ cookies: some Sequence<Cookie>) -> [RefusedCookie] {
        let now = now()
        // Calls `suffixes` outside the lock.
        let (cookies, refused) = Array(cookies).checked(suffixes, at: now)
        var evicted: [Cookie] = []
        change { store in
            let hasChanged = cookies.reduce(false) { store.insert($1, at: now) || $0 }
            store.shrink(at: now)
            evicted = store.evicted(of: cookies, at: now)
            return hasChanged
        }
        return refused + evicted.map { RefusedCookie(cookie: $0, reason: .limit) }
    }

    /// Removes a cookie.
    public func remove(_ cookie: Cookie) {
        var ended = cookie
        ended.expires = .distantPast
        insert([ended])
    }

    /// Removes all cookies, and begins a new session.
    ///
    /// A connection belongs to the session in which it was started. In a later session, its requests get no cookies of
    /// the jar, and the jar ignores the cookies in its responses. That includes retries, redirects, and later polls.
    public func removeAll() {
        change { $0.removeAll() }
    }

    /// The error that prevented the last change from being written. Nil if the file is up to date.
    public var saveError: (any Error)? { file?.error }

    /// Stores the cookies of a response from `url`.
    public func setCookies(from headers: HTTPHeaders, of url: URL) {
        if store(headers, url) { saveNow() }
    }

    /// Adds cookies to the request, and stores those of the response.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        let url = request.url
        let began = request.sessions?.number(of: self) ?? session
        request.headers.addCookies(cookies(for: url, in: began))
        let response = try await next.execute(request)
        if store(response.headers, url, clearCount: began) { await save() }
        return response
    }

    /// Returns whether the cookies changed.
    ///
    /// - Parameter clearCount: The number of calls of `removeAll()` before the request.
    private func store(_ headers: HTTPHeaders, _ url: URL, clearCount: Int? = nil) -> Bool {
        let fields = headers.fields(for: .setCookie).compactMap(SetCookie.init)
        guard !fields.isEmpty, let origin = CookieStore.Origin(url) else { return false }
        let now = now()
        // Calls `suffixes` outside the lock.
        let cookies = fields.compactMap { Cookie($0, by: origin, suffixes, at: now) }
        return changeInMemory(unlessClearedSince: clearCount) { store in
            defer { store.shrink(at: now) }
            return cookies.reduce(false) { store.set($1, by: origin, at: now) || $0 }
        }
    }

    private func change(_ change: (inout CookieStore) -> Bool) {
        if changeInMemory(change) { saveNow() }
    }

    private func changeInMemory(unlessClearedSince count: Int? = nil, _ change: (inout CookieStore) -> Bool) -> Bool {
        let observers: [Int: Promise<Void>]? = state.withLock { state in
            guard count == nil || count == state.cookies.clearCount, change(&state.cookies) else { return nil }
            state.version += 1
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in (observers ?? [:]).values { observer.fulfill(()) }
        return observers != nil
    }

    /// Writes the cookies. The time is read here, because the closure of the caller must not run on the file's queue.
    private func save() async {
        let now = now()
        await file?.save { self.state.withLock { $0.snapshot(at: now) } }
    }

    private func saveNow() {
        let now = now()
        file?.saveNow { state.withLock { $0.snapshot(at: now) } }
    }
}

extension CookieJar: SessionHolder {
    package var session: Int { state.withLock(\.cookies.clearCount) }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
    /// The number of cookies.
    public var description: String { "CookieJar with \(cookies.count) cookies" }

    /// A mirror without the cookies.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CookieJar {
    /// The current cookies, and then the cookies after each change. A slow reader gets several changes at once.
    ///
    /// The sequence is for one reader, and ends when its task is canceled. Get this property again for another reader.
    public var updates: AsyncStream<[Cookie]> {
        let version = LockedValue<Int?>(nil)
        return AsyncStream {
            guard let latest = await self.latest(after: version.withLock { $0 }) else { return nil }
            version.withLock { $0 = latest.version }
            return latest.cookies
        }
    }

    fileprivate var latest: CookieFile.Snapshot {
        let now = now()
        return state.withLock { $0.snapshot(at: now) }
    }

    /// Waits for another version than `version`, and returns it. Returns nil if the task is canceled.
    fileprivate func latest(after version: Int?) async -> CookieFile.Snapshot? {
        while !Task.isCancelled {
            let (now, change) = (now(), Promise<Void>())
            let (latest, observer): (CookieFile.Snapshot?, Int) = state.withLock { state in
                if state.version != version { return (state.snapshot(at: now), 0) }
                state.lastObserver += 1
                state.observers[state.lastObserver] = change
                return (nil, state.lastObserver)
            }
            if let latest { return latest }
            await withTaskCancellationHandler {
                await change.value()
            } onCancel: {
                change.fulfill(())
            }
            state.withLock { $0.observers[observer] = nil }
        }
        return nil
    }
}

extension CookieJar.State {
    fileprivate func snapshot(at now: Date) -> CookieFile.Snapshot {
        CookieFile.Snapshot(
            cookies: cookies.cookies(at: now), version: version, removalCount: cookies.removalCount)
    }
}

extension HTTPHeaders {
    /// Adds cookies to the `Cookie` field, except those whose names are in it.
    fileprivate mutating func addCookies(_ cookies: [Cookie]) {
        guard !cookies.isEmpty else { return }
        let own = values(for: .cookie)
        let names = Set(
            own.joined(separator: ";").split(separator: ";").map { pair in
                pair.prefix { $0 != "=" }.drop { $0 == " " }
            })
        let pairs = fields(for: .cookie) + cookies.filter { !names.contains($0.name[...]) }.map(\.pair)
        set(.cookie, to: pairs, separator: "; ")
    }
}

extension ConnectionConfig {
    /// The jar for the cookies of all requests of this config. Default: nil (no cookies).
    ///
    /// The jar is a middleware between all others and the cache, so that it sees their changes.
    public var cookieJar: CookieJar? {
        get { last(CookieJar.self) }
        set { setLast(newValue) }
    }
}
