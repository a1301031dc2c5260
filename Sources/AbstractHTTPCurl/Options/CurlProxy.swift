import Foundation

/// Through which proxy requests go.
public struct CurlProxy: Hashable, Sendable {
    /// The proxy as libcurl takes it: nil for that of the environment, and an empty text for none.
    let url: String?
    let user: String?
    let password: String?
    /// The hosts that are asked directly; see ``except(_:)``.
    let directHosts: [String]

    private init(_ url: String?, _ user: String? = nil, _ password: String? = nil, _ directHosts: [String] = []) {
        (self.url, self.user, self.password, self.directHosts) = (url, user, password, directHosts)
    }

    /// That of the environment: of `http_proxy` for `http`, `https_proxy` or `HTTPS_PROXY` for `https`, and `all_proxy`
    /// or `ALL_PROXY` for both, but not for the hosts of `no_proxy` or `NO_PROXY`. None where nothing is set when the
    /// connector is made.
    public static let environment = CurlProxy(nil)

    /// None.
    public static let none = CurlProxy("")

    /// An HTTP proxy: `http` is asked of it, and `https` goes through a tunnel (RFC 9110, section 9.3.6).
    public static func http(
        host: String, port: Int, user: String? = nil, password: String? = nil
    ) -> CurlProxy {
        CurlProxy("http://\(Self.authority(host, port))", user, password)
    }

    /// A SOCKS proxy of version 5 (RFC 1928), which also looks names up.
    public static func socks5(
        host: String, port: Int, user: String? = nil, password: String? = nil
    ) -> CurlProxy {
        CurlProxy("socks5h://\(Self.authority(host, port))", user, password)
    }

    /// The same proxy, but none for these hosts, and for those whose names end with a dot and one of these.
    public func except(_ hosts: [String]) -> CurlProxy { CurlProxy(url, user, password, directHosts + hosts) }

    private static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension CurlProxy {
    /// What libcurl is told in `environment`. It looks into the environment for each request, unless it is told that
    /// there is no proxy.
    func url(in environment: [String: String]) -> String? {
        if let url { return url }
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.allSatisfy { environment[$0, default: ""].isEmpty } ? "" : nil
    }
}
