import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Cookie {
    /// Creates a cookie from Foundation's, for example from `HTTPCookieStorage`.
    public init(_ cookie: HTTPCookie) {
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.domain, isHostOnly: !cookie.domain.hasPrefix("."),
            path: cookie.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, expires: cookie.expiresDate)
    }
}

extension HTTPCookie {
    /// Creates Foundation's form of a cookie. Returns nil if Foundation rejects it, for example without a name.
    public convenience init?(_ cookie: Cookie) {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value, .path: cookie.path,
            .domain: cookie.isHostOnly ? cookie.domain : ".\(cookie.domain)",
        ]
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if cookie.isHTTPOnly { properties[.httpOnlyFlag] = "TRUE" }
        if let expires = cookie.expires { properties[.expires] = expires } else { properties[.discard] = "TRUE" }
        self.init(properties: properties)
    }
}

extension HTTPCookiePropertyKey {
    /// Foundation reads this key but does not declare it publicly.
    fileprivate static let httpOnlyFlag = HTTPCookiePropertyKey("HttpOnly")
}

/// Cookies in Netscape's `cookies.txt` format, which curl, wget, and many other tools use.
///
/// ```swift
/// let file = NetscapeCookies(text: try String(contentsOfFile: "cookies.txt", encoding: .utf8))
/// jar.insert(file.cookies)
/// ```
public struct NetscapeCookies: Sendable {
    /// The cookies.
    public var cookies: [Cookie]

    /// Creates a file from cookies.
    public init(_ cookies: [Cookie]) {
        self.cookies = cookies
    }

    /// Parses a file. Ignores lines that are not cookies.
    public init(text: String) {
        // Only these bytes end a line. A value can contain other line separators of Unicode.
        let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        cookies = lines.compactMap { Cookie(netscapeLine: String(Substring($0))) }
    }

    /// The text of the file. It omits cookies that contain tabs or line ends, which the format cannot express.
    public var text: String {
        let lines = cookies.filter(\.fitsInALine).map { cookie in
            [
                (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
                cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
                String(cookie.netscapeExpiry), cookie.name,
                cookie.value,
            ].joined(separator: "\t")
        }
        return (["# Netscape HTTP Cookie File"] + lines).joined(separator: "\n") + "\n"
    }
}

extension Cookie {
    fileprivate init?(netscapeLine line: String) {
        let prefix = "#HttpOnly_"
        let isHTTPOnly = line.hasPrefix(prefix)
        guard isHTTPOnly || !line.hasPrefix("#") else { return nil }
        let fields = (isHTTPOnly ? line.dropFirst(prefix.count) : line[...])
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 7, !fields[0].isEmpty, fields[2].hasPrefix("/"), let expires = Double(fields[4]),
            expires.isFinite
        else { return nil }
        self.init(
            name: fields[5], value: fields[6], domain: fields[0], isHostOnly: fields[1].uppercased() != "TRUE",
            path: fields[2], isSecure: fields[3].uppercased() == "TRUE", isHTTPOnly: isHTTPOnly,
            expires: expires == 0 ? nil : Date(timeIntervalSince1970: min(expires, Self.latestExpiry)))
    }

    /// The end of the year 9999, in seconds since 1970.
    private static let latestExpiry: TimeInterval = 253_402_300_799

    /// The expiry in seconds since 1970. 0 for a session cookie.
    fileprivate var netscapeExpiry: Int {
        // The comparisons are false for a date that is not a number.
        guard let seconds = expires?.timeIntervalSince1970.rounded(), seconds > 0 else { return expires == nil ? 0 : 1 }
        return Int(exactly: min(seconds, Self.latestExpiry)) ?? 0
    }

    fileprivate var fitsInALine: Bool {
        let text = [name, value, domain, path].joined()
        return !text.utf8.contains { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }
}
