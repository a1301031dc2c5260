/// Whether the pipeline follows redirects: 301, 302, 303, 307 and 308 with a Location (RFC 9110, section 15.4).
///
/// Set for a config, for a spec (``RequestSpec/redirects``) or for a connection (``Connection/redirects(_:)``); the
/// inner one wins. Method and body follow the Fetch standard: POST becomes GET after 301 and 302, everything but HEAD
/// becomes GET after 303, method and body are kept after 307 and 308. A request that goes to another scheme, host or
/// port loses `Authorization`, `Cookie`, `Proxy-Authorization` and `Host`.
///
/// ```swift
/// config.redirects = .deciding { redirect in
///     redirect.next.url.host() == "api.example.com" ? redirect.next : nil
/// }
/// ```
public struct RedirectPolicy: Sendable {
    /// Returns the request that follows, `redirect.next` or one of its own, or nil to take the redirect as the
    /// response.
    ///
    /// Runs in a task that is canceled with the connection.
    public typealias Decision = @Sendable (_ redirect: Redirect) async -> Request?

    /// Follows up to 20 redirects, and none from `https` to `http`.
    public static let follow = RedirectPolicy()
    /// Follows none: the redirect is an ordinary response.
    public static let off = RedirectPolicy(isOn: false)

    /// How many redirects of one attempt are followed; one more is ``RedirectError/tooMany(limit:)``. Default: 20.
    public var limit: Int
    /// Whether a redirect from `https` to `http` is followed. Default: false.
    public var allowsDowngrade: Bool
    let isOn: Bool
    let decision: Decision?

    /// Follows redirects.
    public static func follow(limit: Int = 20, allowingDowngrade: Bool = false) -> Self {
        Self(limit: limit, allowsDowngrade: allowingDowngrade)
    }

    /// Asks `decision` about each redirect that could be followed.
    public static func deciding(_ decision: @escaping Decision) -> Self {
        Self(decision: decision)
    }

    private init(limit: Int = 20, allowsDowngrade: Bool = false, isOn: Bool = true, decision: Decision? = nil) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
        self.isOn = isOn
        self.decision = decision
    }
}
