import Foundation

/// A cookie, as a ``CookieJar`` keeps it (RFC 6265bis, section 5.7).
///
/// Its descriptions leave out the value, which is usually a secret.
public struct Cookie: Hashable, Sendable, Codable {
    /// What a server says about requests from other sites.
    ///
    /// The jar keeps it and sends the cookie all the same: a client that is not a browser has no sites.
    public enum SameSite: String, Hashable, Sendable, Codable {
        case strict, lax, none
    }

    /// The name. It may be empty.
    public var name: String
    /// The value, as the server has sent it.
    public var value: String
    /// The host in lower case and in A-labels, such as `example.com`.
    public var domain: String
    /// Whether only ``domain`` itself gets the cookie. Otherwise, hosts below it get it, too.
    public var isHostOnly: Bool
    /// The path below which requests get the cookie.
    public var path: String
    /// Whether only requests over `https` get the cookie.
    public var isSecure: Bool
    /// Whether the server wants to hide the cookie from scripts. It makes no difference here.
    public var isHTTPOnly: Bool
    /// What the server says about requests from other sites; nil if it says nothing.
    public var sameSite: SameSite?
    /// When the cookie ends; nil for a session cookie, which ends with the jar.
    public var expires: Date?

    /// Creates a cookie. By default, it is a session cookie for one host and all of its paths.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Date? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain.canonicalHost
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
    }

    /// The cookie as a request has it. A cookie without a name is its value alone.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name and where the cookie is sent to.
    public var description: String {
        "\(name)=<redacted>; Domain=\(isHostOnly ? "" : ".")\(domain); Path=\(path)\(isSecure ? "; Secure" : "")"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The members without the value.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "domain": domain, "isHostOnly": isHostOnly, "path": path])
    }
}
