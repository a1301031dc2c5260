/// Which redirects a connection follows: responses with the status 301, 302, 303, 307, or 308 and a Location (RFC 9110,
/// section 15.4).
///
/// Set a policy for a config, a request (``HTTP/redirects(_:)``), or a connection (``Connection/redirects(_:)``). The
/// connection overrides the request, and the request overrides the config. Method and body follow the Fetch standard.
/// After 301 and 302, POST becomes GET. After 303, every method but HEAD becomes GET. After 307 and 308, method and
/// body stay. A request to another scheme, host, or port loses `Authorization`, `Cookie`, `Proxy-Authorization`, and
/// `Host`.
///
/// ```swift
/// config.redirects = .deciding { redirect in
///     redirect.next.url.host() == "api.example.com" ? redirect.next : nil
/// }
/// ```
public struct RedirectPolicy: Sendable {
    /// Returns the request to send next, which can be `redirect.next` or another request, or nil to use the redirect as
    /// the response.
    ///
    /// Change `redirect.next`, not `redirect.request`, which still has its credentials. If the closure chooses a
    /// scheme, host, or port that neither of them has, the request loses the fields that are only for the server of
    /// `redirect.request`. A field to which the closure gives another value stays.
    ///
    /// The closure runs in a task that is canceled with the connection.
    public typealias Decision = @Sendable (_ redirect: Redirect) async -> Request?

    /// Follows up to 20 redirects, but none from `https` to `http`.
    public static let follow = RedirectPolicy()
    /// Follows no redirects. A redirect is then an ordinary response.
    public static let off = RedirectPolicy(isOn: false)

    /// How many redirects an attempt follows. One more fails with ``RedirectError/tooMany(limit:)``. Default: 20.
    public var limit: Int
    /// Whether redirects from `https` to `http` are followed. Default: false.
    public var allowsDowngrade: Bool
    let isOn: Bool
    let decision: Decision?

    /// Follows redirects up to a limit.
    public static func follow(limit: Int = 20, allowingDowngrade: Bool = false) -> Self {
        Self(limit: limit, allowsDowngrade: allowingDowngrade)
    }

    /// Calls `decision` for each redirect that can be followed.
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
