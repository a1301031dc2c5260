/// A response that sends the client elsewhere, and the request that follows it.
public struct Redirect: Sendable {
    /// The response, with its body and the URL that answered.
    public let response: Response
    /// The request that it answers.
    public let request: Request
    /// The request that follows: its URL, method, header fields and body as the Fetch standard has it.
    public let next: Request
    /// How many redirects this attempt has met, this one included.
    public let number: Int

    /// Makes a redirect, for testing a policy.
    public init(response: Response, request: Request, next: Request, number: Int = 1) {
        self.response = response
        self.request = request
        self.next = next
        self.number = number
    }
}
