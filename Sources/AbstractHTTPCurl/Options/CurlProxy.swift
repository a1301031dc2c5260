import Foundation

/// The proxy that requests go through. Its descriptions do not show the password.
public struct CurlProxy: Hashable, Sendable {
    /// How an HTTP proxy checks the user and the password.
    public enum Authentication: Hashable, Sendable {
        /// Basic (RFC 7617). Each request, or the request for a tunnel, carries the password.
        case basic
        /// Digest (RFC 7616). libcurl answers the proxy's challenge. Later requests carry an answer from the start.
        case digest
    }

    /// The proxy in libcurl's notation. Nil is the environment's proxy, and an empty string is no proxy.
    let url: String?
    let user: String?
    let password: String?
    let authentication: Authentication
    /// The hosts to which requests go directly. See ``except(_:)``.
    let directHosts: [String]

    private init(
        _ url: String?, _ user: String? = nil, _ password: String? = nil, _ authentication: Authentication = .basic,
        _ directHosts: [String] = []
    ) {
        (self.url, self.user, self.password) = (url, user, password)
        (self.authentication, self.directHosts) = (authentication, directHosts)
    }

    /// The proxy of the environment.
    ///
    /// `http_proxy` applies to `http`, `https_proxy` or `HTTPS_PROXY` to `https`, and `all_proxy` or `ALL_PROXY` to
    /// both, except to the hosts of `no_proxy` or `NO_PROXY`. If none is set when the connector is created, there is no
    /// proxy.
    public static let environment = CurlProxy(nil)

    /// No proxy.
    public static let none = CurlProxy("")

    /// An HTTP proxy. It forwards `http` requests, and opens a tunnel for `https` (RFC 9110, section 9.3.6).
    public static func http(
        host: String, port: Int, user: String? = nil, password: String? = nil, authentication: Authentication = .basic
    ) -> CurlProxy {
        CurlProxy("http://\(Self.authority(host, port))", user, password, authentication)
    }

    /// A SOCKS proxy of version 5 (RFC 1928). It also resolves host names.
    public static func socks5(
        host: String, port: Int, user: String? = nil, password: String? = nil
    ) -> CurlProxy {
        CurlProxy("socks5h://\(Self.authority(host, port))", user, password)
    }

    /// Returns the same proxy, but requests to these hosts and their subdomains go directly. `no_proxy` and `NO_PROXY`
    /// add hosts only to ``environment``.
    public func except(_ hosts: [String]) -> CurlProxy {
        CurlProxy(url, user, password, authentication, directHosts + hosts.map(Self.name))
    }

    /// The host in A-labels, in which libcurl gets the host of a URL.
    private static func name(_ host: String) -> String {
        guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return host }
        return host.hasPrefix(".") ? "." + String(host.dropFirst()).inALabels : host.inALabels
    }

    private static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension CurlProxy: CustomStringConvertible, CustomReflectable {
    /// The proxy without the user and the password.
    public var description: String {
        switch url {
        case nil: "the proxy of the environment"
        case "": "no proxy"
        case let url?: url.withoutSecrets.inOneLine
        }
    }

    /// A mirror without the password.
    public var customMirror: Mirror {
        Mirror(self, children: ["proxy": description, "user": user as Any, "directHosts": directHosts])
    }
}

extension CurlProxy {
    /// The proxy option of libcurl. Without it, libcurl reads the environment for each request. An environment without
    /// a proxy therefore gives an empty string.
    func url(in environment: [String: String]) -> String? {
        if let url { return url }
        return Self.variables.allSatisfy { environment[$0, default: ""].isEmpty } ? "" : nil
    }

    /// Whether requests may go to the proxy over TLS.
    func mayBeSecure(in environment: [String: String]) -> Bool {
        let urls = url.map { [$0] } ?? Self.variables.compactMap { environment[$0] }
        return urls.contains { $0.lowercased().hasPrefix("https:") }
    }

    /// The variables of the environment that name a proxy.
    private static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    /// The option of libcurl for the hosts without a proxy. If it is not set, libcurl reads them from the environment,
    /// even for a proxy that is not the environment's.
    func noProxy(in environment: [String: String]) -> String? {
        switch url(in: environment) {
        case "": return "*"
        case nil:
            guard !directHosts.isEmpty else { return nil }
            let hosts = ["no_proxy", "NO_PROXY"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
            // A list in which the asterisk is not alone does not mean every host.
            return hosts == "*" ? "*" : ([hosts].compactMap(\.self) + directHosts).joined(separator: ",")
        default: return directHosts.joined(separator: ",")
        }
    }
}
