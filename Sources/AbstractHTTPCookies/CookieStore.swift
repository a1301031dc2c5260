import Foundation

/// The cookies of a jar, and the rules by which they come and go (RFC 6265bis, sections 5.7 and 5.8). It has no lock
/// and no clock.
struct CookieStore: Sendable {
    /// A cookie with what the rules need to know of it.
    struct Entry: Sendable {
        var cookie: Cookie
        /// Which of two cookies was made first.
        var order: Int
        /// When a request had the cookie last.
        var lastAccess: Int
    }

    /// A cookie that comes with a request.
    struct Origin: Sendable {
        let host: String
        let path: String
        let isSecure: Bool

        init?(_ url: URL) {
            guard let host = url.host(percentEncoded: true), let scheme = url.scheme?.lowercased() else { return nil }
            let path = url.path(percentEncoded: true)
            (self.host, self.path, isSecure) = (host.canonicalHost, path.isEmpty ? "/" : path, scheme == "https")
        }
    }

    /// By their domain, so that a request looks at few.
    private var entries: [String: [Entry]] = [:]
    private(set) var count = 0
    private var lastOrder = 0
    private var lastAccess = 0

    static let mostOfDomain = 50
    static let mostOfAll = 3_000
    /// The longest life of a cookie, in seconds: 400 days.
    static let longestLife: TimeInterval = 400 * 24 * 60 * 60

    /// All cookies that have not ended, the oldest first.
    func cookies(at now: Date) -> [Cookie] {
        entries.values.joined().filter { !$0.cookie.hasEnded(at: now) }.sorted { $0.order < $1.order }.map(\.cookie)
    }

    /// The cookies of a request: those with longer paths first, and then the older ones.
    mutating func cookies(for origin: Origin, at now: Date) -> [Cookie] {
        lastAccess += 1
        var found: [Entry] = []
        for domain in origin.host.domainsUpwards {
            guard var list = entries[domain] else { continue }
            for index in list.indices where list[index].cookie.isSent(to: origin, at: now) {
                list[index].lastAccess = lastAccess
                found.append(list[index])
            }
            entries[domain] = list
        }
        found.sort {
            let (left, right) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
            return left == right ? $0.order < $1.order : left > right
        }
        return found.map(\.cookie)
    }

    /// Takes a cookie that a response has set. Returns whether anything has changed.
    mutating func set(_ cookie: Cookie, by origin: Origin, at now: Date) -> Bool {
        guard cookie.isSecure || origin.isSecure || !isSecureCookieInTheWay(of: cookie) else { return false }
        return insert(cookie, at: now)
    }

    /// Puts a cookie in the place of the one with the same name, domain and path. One that has ended removes it.
    /// Returns whether anything has changed.
    @discardableResult
    mutating func insert(_ cookie: Cookie, at now: Date) -> Bool {
        var list = entries[cookie.domain] ?? []
        let index = list.firstIndex { $0.cookie.isSame(as: cookie) }
        guard !cookie.hasEnded(at: now) else {
            guard let index else { return false }
            list.remove(at: index)
            count -= 1
            entries[cookie.domain] = list.isEmpty ? nil : list
            return true
        }
        var cookie = cookie
        let latest = now.addingTimeInterval(Self.longestLife)
        if let expires = cookie.expires, expires > latest { cookie.expires = latest }
        if let index {
            guard list[index].cookie != cookie else { return false }
            list[index].cookie = cookie
            entries[cookie.domain] = list
            return true
        }
        lastOrder += 1
        lastAccess += 1
        list.append(Entry(cookie: cookie, order: lastOrder, lastAccess: lastAccess))
        count += 1
        entries[cookie.domain] = list
        if list.count > Self.mostOfDomain { shrink(cookie.domain, at: now) }
        if count > Self.mostOfAll { shrink(at: now) }
        return true
    }

    /// Removes the cookies for which `isUnwanted` is true. Returns whether there were any.
    mutating func remove(where isUnwanted: (Cookie) -> Bool) -> Bool {
        let before = count
        for (domain, list) in entries {
            let rest = list.filter { !isUnwanted($0.cookie) }
            count -= list.count - rest.count
            entries[domain] = rest.isEmpty ? nil : rest
        }
        return count < before
    }

    /// Whether a cookie over `http` would take the place of a secure one, or hide it.
    private func isSecureCookieInTheWay(of cookie: Cookie) -> Bool {
        entries.contains { domain, list in
            guard domain.domainMatches(cookie.domain) || cookie.domain.domainMatches(domain) else { return false }
            return list.contains {
                $0.cookie.isSecure && $0.cookie.name == cookie.name && cookie.path.pathMatches($0.cookie.path)
            }
        }
    }

    /// Removes what has ended, and otherwise the cookie of the domain that was not used for the longest time: one that
    /// is not secure, if there is one.
    private mutating func shrink(_ domain: String, at now: Date) {
        guard var list = entries[domain] else { return }
        let before = list.count
        list.removeAll { $0.cookie.hasEnded(at: now) }
        while list.count > Self.mostOfDomain {
            let candidates = list.contains { !$0.cookie.isSecure } ? list.filter { !$0.cookie.isSecure } : list
            guard let oldest = candidates.min(by: { $0.lastAccess < $1.lastAccess }) else { break }
            list.removeAll { $0.order == oldest.order }
        }
        count -= before - list.count
        entries[domain] = list
    }

    /// Removes what has ended, and otherwise the cookies that were not used for the longest time.
    private mutating func shrink(at now: Date) {
        _ = remove { $0.hasEnded(at: now) }
        guard count > Self.mostOfAll else { return }
        let oldest = entries.values.joined().sorted { $0.lastAccess < $1.lastAccess }.prefix(count - Self.mostOfAll)
        for entry in oldest { _ = remove { $0.isSame(as: entry.cookie) } }
    }
}

extension Cookie {
    /// The cookie of a Set-Cookie field; nil if the server may not set it (RFC 6265bis, section 5.7).
    init?(
        _ field: SetCookie, by origin: CookieStore.Origin, _ suffixes: (any PublicSuffixes)?, at now: Date
    ) {
        let named = field.domain.map(\.inALabels) ?? ""
        var domain: String?
        if !named.isEmpty {
            guard named.utf8.allSatisfy({ $0 < 0x80 }), origin.host.domainMatches(named) else { return nil }
            if let suffixes {
                if suffixes.registrableDomain(of: named) != nil {
                    domain = named
                } else if named != origin.host {
                    return nil
                }
            }
        }
        guard field.isSecure ? origin.isSecure : true else { return nil }
        self.init(
            name: field.name, value: field.value, domain: domain ?? origin.host, isHostOnly: domain == nil,
            path: field.path ?? origin.path.defaultCookiePath, isSecure: field.isSecure,
            isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite)
        if let seconds = field.maxAge {
            expires = seconds > 0 ? now.addingTimeInterval(min(seconds, CookieStore.longestLife)) : .distantPast
        } else {
            expires = field.expires
        }
        guard keepsPromiseOfItsPrefix(hasPath: field.path != nil) else { return nil }
    }

    /// The rules of the prefixes `__Secure-` and `__Host-` (RFC 6265bis, section 4.1.3). A value without a name must
    /// not look like one.
    private func keepsPromiseOfItsPrefix(hasPath: Bool) -> Bool {
        let text = (name.isEmpty ? value : name).lowercased()
        let (isSecurePrefix, isHostPrefix) = (text.hasPrefix("__secure-"), text.hasPrefix("__host-"))
        guard isSecurePrefix || isHostPrefix else { return true }
        guard !name.isEmpty, isSecure else { return false }
        return isSecurePrefix || (isHostOnly && path == "/" && hasPath)
    }

    /// Whether both are one cookie, with different values.
    fileprivate func isSame(as other: Cookie) -> Bool {
        name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
    }

    func hasEnded(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    fileprivate func isSent(to origin: CookieStore.Origin, at now: Date) -> Bool {
        (isHostOnly ? domain == origin.host : origin.host.domainMatches(domain))
            && origin.path.pathMatches(path) && (!isSecure || origin.isSecure) && !hasEnded(at: now)
    }
}

extension String {
    /// This host, and each domain above it: `a.b.c`, `b.c`, `c`.
    fileprivate var domainsUpwards: [String] {
        var domains = [self]
        var rest = self[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            domains.append(String(rest))
        }
        return domains
    }
}
