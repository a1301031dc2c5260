import AbstractHTTP
import Foundation

/// Stores and retrieves cookies by the rules of RFC 6265bis, sections 5.7 and 5.8. It has no lock and no clock.
struct CookieStore: Sendable {
    /// A cookie, and what the rules need to know about it.
    struct Entry: Sendable {
        var cookie: Cookie
        /// The creation order.
        var order: Int
        /// The order of the last request with the cookie.
        var lastAccess: Int
    }

    /// The parts of a request URL that the rules use.
    struct Origin: Sendable {
        let host: String
        let path: String
        /// Whether the server may set and get `Secure` cookies: over `https`, or on this device.
        let isSecure: Bool
        /// Whether the host ends with a dot in the URL.
        private let hasRootLabel: Bool

        /// Returns nil for a host that no server can have (RFC 1035, section 2.3.4).
        init?(_ url: URL) {
            guard let host = url.normalizedHost, host.utf8.count <= 255, let scheme = url.scheme?.lowercased() else {
                return nil
            }
            let path = url.path(percentEncoded: true)
            (self.host, self.path) = (host, path.isEmpty ? "/" : path)
            isSecure = scheme == "https" || scheme == "http" && host.isLoopback
            hasRootLabel = url.host(percentEncoded: true)?.last == "."
        }

        /// The normalized domain in a `Domain` attribute. Nil if the server may not set a cookie for it, because it is
        /// not the host or a parent of it (RFC 6265bis, section 5.1.3). A dot at the end is right only if the URL has
        /// one, too.
        func domain(_ attribute: String) -> String? {
            let domain = attribute.normalizedHost
            return (hasRootLabel || attribute.inALabels.last != ".") && host.domainMatches(domain) ? domain : nil
        }
    }

    /// Grouped by domain, so that a request looks at few of them.
    private var entries: [String: [Entry]] = [:]
    private(set) var count = 0
    /// The number of removals.
    private(set) var removalCount = 0
    /// The number of times that all cookies were removed.
    private(set) var clearCount = 0
    private var lastOrder = 0
    private var lastAccess = 0

    static let mostOfDomain = 50
    static let mostOfAll = 3_000
    /// The maximum lifetime of a cookie in seconds: 400 days.
    static let longestLife: TimeInterval = 400 * 24 * 60 * 60

    /// Returns all cookies that have not expired, oldest first.
    func cookies(at now: Date) -> [Cookie] {
        entries.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.order < $1.order }.map(\.cookie)
    }

    /// Returns the cookies of a request, longer paths first, then older cookies first.
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

    /// Stores a cookie from a response. Returns whether anything changed.
    mutating func set(_ cookie: Cookie, by origin: Origin, at now: Date) -> Bool {
        guard cookie.isSecure || origin.isSecure || !isSecureCookieInTheWay(of: cookie, at: now) else { return false }
        return insert(cookie, at: now)
    }

    /// Stores a cookie from a file. Its lifetime was limited when it was received. The clock may show an earlier time
    /// now, so it is not limited again.
    mutating func load(_ cookie: Cookie, at now: Date) {
        _ = insert(cookie, at: now, latest: .distantFuture)
    }

    /// Stores a cookie, whose domain is in canonical form, in place of the one with the same name, domain, and path. An
    /// expired cookie only removes that cookie. Returns whether anything changed.
    mutating func insert(_ cookie: Cookie, at now: Date) -> Bool {
        insert(cookie, at: now, latest: now.addingTimeInterval(Self.longestLife))
    }

    private mutating func insert(_ cookie: Cookie, at now: Date, latest: Date) -> Bool {
        var cookie = cookie
        var list = entries[cookie.domain] ?? []
        let index = list.firstIndex { $0.cookie.identity == cookie.identity }
        guard !cookie.isExpired(at: now) else {
            guard let index else { return false }
            list.remove(at: index)
            count -= 1
            removalCount += 1
            entries[cookie.domain] = list.isEmpty ? nil : list
            return true
        }
        // Comparisons with a date that is not a number are false, so the limit replaces it.
        cookie.expires = cookie.expires.map { $0 < latest ? $0 : latest }
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
        return true
    }

    /// The cookies that were inserted, but are no longer stored because there are too many. A later cookie of the same
    /// identity may have replaced or removed an earlier one.
    func evicted(of cookies: [Cookie], at now: Date) -> [Cookie] {
        var seen: Set<Cookie.Identity> = []
        let latest = cookies.reversed().filter { seen.insert($0.identity).inserted && !$0.isExpired(at: now) }
        return latest.reversed().filter { cookie in
            entries[cookie.domain]?.contains { $0.cookie.identity == cookie.identity } != true
        }
    }

    /// Removes the cookies for which `isRemoved` returns true. Returns whether there were any.
    mutating func remove(where isRemoved: (Cookie) -> Bool) -> Bool {
        let before = count
        for (domain, list) in entries {
            let rest = list.filter { !isRemoved($0.cookie) }
            count -= list.count - rest.count
            entries[domain] = rest.isEmpty ? nil : rest
        }
        if count < before { removalCount += 1 }
        return count < before
    }

    /// Removes all cookies. Returns whether there were any.
    mutating func removeAll() -> Bool {
        clearCount += 1
        return remove { _ in true }
    }

    /// Whether a cookie from `http` would replace or hide a secure one.
    private func isSecureCookieInTheWay(of cookie: Cookie, at now: Date) -> Bool {
        entries.contains { domain, list in
            guard domain.domainMatches(cookie.domain) || cookie.domain.domainMatches(domain) else { return false }
            return list.contains {
                $0.cookie.isSecure && !$0.cookie.isExpired(at: now) && $0.cookie.name == cookie.name
                    && cookie.path.pathMatches($0.cookie.path)
            }
        }
    }

    /// Removes the expired cookies of a domain, and then the least recently used ones until the limit is met. Cookies
    /// that are not secure go first.
    private mutating func shrink(_ domain: String, at now: Date) {
        guard var list = entries[domain] else { return }
        let before = list.count
        list.removeAll { $0.cookie.isExpired(at: now) }
        while list.count > Self.mostOfDomain {
            let candidates = list.contains { !$0.cookie.isSecure } ? list.filter { !$0.cookie.isSecure } : list
            guard let oldest = candidates.min(by: { $0.lastAccess < $1.lastAccess }) else { break }
            list.removeAll { $0.order == oldest.order }
        }
        count -= before - list.count
        entries[domain] = list
    }

    /// Removes the expired cookies, and then the least recently used ones until the limit is met. Call it after all
    /// cookies of a response are stored.
    mutating func shrink(at now: Date) {
        guard count > Self.mostOfAll else { return }
        _ = remove { $0.isExpired(at: now) }
        guard count > Self.mostOfAll else { return }
        let oldest = entries.values.joined().sorted { $0.lastAccess < $1.lastAccess }.prefix(count - Self.mostOfAll)
        for entry in oldest {
            let rest = entries[entry.cookie.domain]?.filter { $0.order != entry.order } ?? []
            entries[entry.cookie.domain] = rest.isEmpty ? nil : rest
            count -= 1
        }
    }
}

extension Cookie {
    /// Creates the cookie of a `Set-Cookie` field. Returns nil if the server may not set it (RFC 6265bis, section 5.7).
    init?(
        _ field: SetCookie, by origin: CookieStore.Origin, _ suffixes: (any PublicSuffixes)?, at now: Date
    ) {
        var domain: String?
        if let attribute = field.domain, !attribute.isEmpty {
            guard let named = origin.domain(attribute) else { return nil }
            if let suffixes {
                if suffixes.registrableDomain(of: named) != nil {
                    domain = named
                } else if named != origin.host {
                    return nil
                }
            }
        }
        guard field.isSecure ? origin.isSecure : true else { return nil }
        let path = field.path ?? origin.path.defaultCookiePath
        guard path.utf8.count <= SetCookie.mostBytesOfAttribute else { return nil }
        self.init(
            name: field.name, value: field.value, domain: domain ?? origin.host, isHostOnly: domain == nil,
            path: path, isSecure: field.isSecure, isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite)
        isLatin1 = field.isLatin1
        if let seconds = field.maxAge {
            expires = seconds > 0 ? now.addingTimeInterval(min(seconds, CookieStore.longestLife)) : .distantPast
        } else {
            expires = field.expires
        }
        guard obeysPrefix(hasPath: field.path != nil) else { return nil }
    }

    /// Checks the rules of the prefixes `__Secure-` and `__Host-` (RFC 6265bis, section 4.1.3). A cookie without a name
    /// must not have a value with such a prefix.
    func obeysPrefix(hasPath: Bool) -> Bool {
        let text = (name.isEmpty ? value : name).lowercased()
        let (isSecurePrefix, isHostPrefix) = (text.hasPrefix("__secure-"), text.hasPrefix("__host-"))
        guard isSecurePrefix || isHostPrefix else { return true }
        guard !name.isEmpty, isSecure else { return false }
        return isSecurePrefix || (isHostOnly && path == "/" && hasPath)
    }

    /// What a cookie shares only with the one that it replaces.
    fileprivate struct Identity: Hashable {
        let name: String
        let domain: String
        let isHostOnly: Bool
        let path: String
    }

    fileprivate var identity: Identity { Identity(name: name, domain: domain, isHostOnly: isHostOnly, path: path) }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    fileprivate func isSent(to origin: CookieStore.Origin, at now: Date) -> Bool {
        (isHostOnly ? domain == origin.host : origin.host.domainMatches(domain))
            && origin.path.pathMatches(path) && (!isSecure || origin.isSecure) && !isExpired(at: now)
    }
}

extension String {
    /// This host and its parent domains: `a.b.c`, `b.c`, `c`.
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
