/// A redirect response and the request that follows it.
///
/// ```swift
/// config.redirects = .deciding { redirect in redirect.number < 3 ? redirect.next : nil }
/// ```
public struct Redirect: Sendable {
    /// The redirect response with its body.
    public let response: Response
    /// The request that was redirected.
    public let request: Request
    /// The next request, with the URL, method, header fields, and body that the Fetch standard requires.
    public let next: Request
    /// The number of this redirect within its attempt, counted from 1.
    public let number: Int

    /// Creates a redirect for tests of a policy.
    public init(response: Response, request: Request, next: Request, number: Int = 1) {
        self.response = response
        self.request = request
        self.next = next
        self.number = number
    }
}
