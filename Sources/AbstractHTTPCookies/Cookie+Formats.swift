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
    /// The numbers of the lines that are neither cookies nor comments, counted from 1. They were not read, for example
    /// because the value of a cookie contains a tab.
    public private(set) var unreadLines: [Int] = []

    /// Creates a file from cookies.
    public init(_ cookies: [Cookie]) {
        self.cookies = cookies
    }

    /// Parses a file. See ``unreadLines`` for the lines that are not cookies.
    public init(text: String) {
        cookies = []
        // Only these bytes end a line. A value can contain other line separators of Unicode.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            for text in line.split(separator: UInt8(ascii: "\r")) { read(String(Substring(text)), number: index + 1) }
        }
    }

    private mutating func read(_ line: String, number: Int) {
        if let cookie = Cookie(netscapeLine: line) {
            cookies.append(cookie)
        } else if !line.hasPrefix("#") || line.hasPrefix(Cookie.httpOnlyPrefix), !line.allSatisfy(\.isWhitespace) {
            unreadLines.append(number)
        }
    }

    /// The text of the file, without the cookies in ``omitted``.
    public var text: String {
        let lines = cookies.filter(\.fitsInALine).map(\.netscapeLine)
        return (["# Netscape HTTP Cookie File"] + lines).joined(separator: "\n") + "\n"
    }

    /// The cookies that ``text`` leaves out, because the format cannot express them. They contain a tab or the end of a
    /// line, or a reader would take their line for another cookie or a comment.
    public var omitted: [RefusedCookie] {
        cookies.filter { !$0.fitsInALine }.map { RefusedCookie(cookie: $0, reason: .format) }
    }
}

extension Cookie {
    fileprivate init?(netscapeLine line: String) {
        let isHTTPOnly = line.hasPrefix(Self.httpOnlyPrefix)
        guard isHTTPOnly || !line.hasPrefix("#") else { return nil }
        // Bytes, because a `Character` can contain more than the tab.
        var fields = (isHTTPOnly ? line.dropFirst(Self.httpOnlyPrefix.count) : line[...])
            .utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        // curl reads a line without the last field as a cookie without a value.
        if fields.count == 6 { fields.append("") }
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

    fileprivate static let httpOnlyPrefix = "#HttpOnly_"

    /// The line of this cookie in a file.
    fileprivate var netscapeLine: String {
        [
            (isHTTPOnly ? Self.httpOnlyPrefix : "") + (isHostOnly ? "" : ".") + domain, isHostOnly ? "FALSE" : "TRUE",
            path, isSecure ? "TRUE" : "FALSE", String(netscapeExpiry), name, value,
        ].joined(separator: "\t")
    }

    /// Whether a reader gets this cookie from its line.
    fileprivate var fitsInALine: Bool {
        let line = netscapeLine
        let isOneLine = !line.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard isOneLine, let read = Cookie(netscapeLine: line) else { return false }
        return [read.name, read.value, read.domain, read.path] == [name, value, domain.canonicalDomain, path]
    }
}
