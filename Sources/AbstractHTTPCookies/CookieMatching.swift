import AbstractHTTP
import Foundation

extension String {
    /// The host in lowercase and in A-labels, without a leading dot (RFC 6265bis, section 5.1.2).
    var canonicalHost: String { (hasPrefix(".") ? String(dropFirst()) : self).inALabels }

    /// The domain of a cookie in the form in which hosts are compared. All spellings of a host have the same cookies.
    var canonicalDomain: String { canonicalHost.normalizedHost }

    /// Returns whether this host is `domain` or a subdomain of it (RFC 6265bis, section 5.1.3). Both must be canonical.
    func domainMatches(_ domain: String) -> Bool {
        if self == domain { return true }
        guard !domain.isEmpty, utf8.count > domain.utf8.count, hasSuffix(domain), !isIPAddress else { return false }
        return utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".")
    }

    /// Returns whether this request path is `path` or below it (RFC 6265bis, section 5.1.4).
    func pathMatches(_ path: String) -> Bool {
        guard utf8.starts(with: path.utf8) else { return false }
        return utf8.count == path.utf8.count || path.utf8.last == UInt8(ascii: "/")
            || utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }

    /// The default path of a cookie that a request with this path sets (RFC 6265bis, section 5.1.4).
    var defaultCookiePath: String {
        guard hasPrefix("/"), let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }

    /// Whether this host is an IPv4 or IPv6 address.
    var isIPAddress: Bool { utf8.contains(UInt8(ascii: ":")) || isIPv4Address }

    private var isIPv4Address: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in Int(String(part) ?? "").map { 0...255 ~= $0 } ?? false }
    }

    /// Whether requests to this host, which is in normalized form, stay on this device: `localhost` and its subdomains
    /// (RFC 6761, section 6.3), and the loopback addresses (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
    var isLoopback: Bool {
        self == "localhost" || hasSuffix(".localhost") || self == "::1" || hasPrefix("127.") && isIPv4Address
    }
}
