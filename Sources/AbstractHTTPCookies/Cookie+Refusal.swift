import AbstractHTTP
import Foundation

extension [Cookie] {
    /// The cookies that a jar takes, with their domains in canonical form, and the others. An expired cookie is taken,
    /// because it can only remove one.
    func checked(
        _ suffixes: (any PublicSuffixes)?, at now: Date
    ) -> (taken: [Cookie], refused: [RefusedCookie]) {
        var (taken, refused): ([Cookie], [RefusedCookie]) = ([], [])
        for var cookie in self {
            cookie.domain = cookie.domain.canonicalDomain
            if !cookie.isExpired(at: now), let reason = cookie.refusal(suffixes) {
                refused.append(RefusedCookie(cookie: cookie, reason: reason))
            } else {
                taken.append(cookie)
            }
        }
        return (taken, refused)
    }
}

extension Cookie {
    /// Why a jar refuses this cookie, which comes from no response, or nil if it takes it. No `Set-Cookie` field could
    /// set such a cookie (RFC 6265bis, sections 5.6 and 5.7).
    fileprivate func refusal(_ suffixes: (any PublicSuffixes)?) -> RefusedCookie.Reason? {
        if name.isEmpty, value.isEmpty { return .blank }
        if hasBrokenCharacter { return .character }
        if byteCount > SetCookie.mostBytes { return .size }
        if !domain.isHost { return .domain }
        if !path.isCookiePath { return .path }
        if !obeysPrefix(hasPath: true) { return .prefix }
        return isForPublicSuffix(suffixes) ? .publicSuffix : nil
    }

    private var hasBrokenCharacter: Bool {
        name.hasControlBytes || value.hasControlBytes
            || name.utf8.contains { $0.isSeparator || $0 == UInt8(ascii: "=") }
            || value.utf8.contains(where: \.isSeparator)
    }

    /// The number of bytes of the name and the value in a request.
    private var byteCount: Int {
        isLatin1 ? name.unicodeScalars.count + value.unicodeScalars.count : name.utf8.count + value.utf8.count
    }

    /// Whether the servers of different owners would get the cookie. Without a list, only a name without a dot is known
    /// to be a public suffix.
    private func isForPublicSuffix(_ suffixes: (any PublicSuffixes)?) -> Bool {
        guard !isHostOnly, !domain.isIPAddress else { return false }
        return suffixes.map { $0.registrableDomain(of: domain) == nil } ?? !domain.contains(".")
    }
}

extension UInt8 {
    /// Whether the byte separates cookies in a field.
    fileprivate var isSeparator: Bool { self == UInt8(ascii: ";") }
}

extension String {
    /// Whether this can be the host of a URL. It is in canonical form.
    fileprivate var isHost: Bool {
        (1...255).contains(utf8.count)
            && utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#@[]\\".utf8.contains($0) }
    }

    fileprivate var isCookiePath: Bool {
        hasPrefix("/") && !hasControlBytes && utf8.count <= SetCookie.mostBytesOfAttribute
    }
}
