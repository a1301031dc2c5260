import AbstractHTTP
import Foundation

/// A cookie in a ``CookieJar`` (RFC 6265bis, section 5.7).
///
/// Its descriptions omit the value, which is usually a secret.
///
/// ```swift
/// jar.insert([Cookie(name: "session", value: token, domain: "api.example.com")])
/// ```
public struct Cookie: Hashable, Sendable, Codable {
    /// Whether a browser may send the cookie with requests from other sites.
    ///
    /// The jar stores this but ignores it, because a client that is not a browser has no sites.
    public enum SameSite: String, Hashable, Sendable, Codable {
        /// Only with requests from the same site.
        case strict
        /// Also with top-level navigations from other sites.
        case lax
        /// With all requests.
        case none
    }

    /// The name. It may be empty.
    public var name: String { didSet { latin1 = nil } }
    /// The value, as the server sent it. If the `Set-Cookie` field is not UTF-8, it is read as Latin-1, and the jar
    /// sends the same bytes back.
    public var value: String { didSet { latin1 = nil } }
    /// The host in lowercase and in A-labels, such as `example.com`. The jar writes other spellings in this form.
    public var domain: String
    /// Whether only ``domain`` itself gets the cookie. If false, its subdomains get it, too.
    public var isHostOnly: Bool
    /// The path prefix of the requests that get the cookie.
    public var path: String
    /// Whether only `https` requests get the cookie. The servers of this device get it over `http`, too.
    public var isSecure: Bool
    /// Whether the server hides the cookie from scripts. The jar stores this but ignores it.
    public var isHTTPOnly: Bool
    /// The `SameSite` attribute. Nil if there is none.
    public var sameSite: SameSite?
    /// The expiry date. Nil for a session cookie, which ends with the jar.
    public var expires: Date?
    /// True if the name and the value were received as Latin-1. Otherwise nil, so that files do not contain it.
    private var latin1: Bool?

    /// Creates a cookie. By default, it is a session cookie for one host and all paths.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Date? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain.canonicalDomain
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
    }

    /// Whether the name and the value were received as Latin-1.
    var isLatin1: Bool {
        get { latin1 == true }
        set { latin1 = newValue ? true : nil }
    }

    /// The cookie as a request sends it. A cookie without a name is sent as its value alone.
    var pair: HTTPHeaders.Field {
        HTTPHeaders.Field(name: .cookie, value: name.isEmpty ? value : "\(name)=\(value)", isLatin1: isLatin1)
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, the domain, and the path, with control characters escaped.
    public var description: String {
        "\(name)=<redacted>; Domain=\(isHostOnly ? "" : ".")\(domain); Path=\(path)\(isSecure ? "; Secure" : "")"
            .inOneLine
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The members without the value.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name.inOneLine, "domain": domain.inOneLine, "isHostOnly": isHostOnly, "path": path.inOneLine,
            ])
    }
}
