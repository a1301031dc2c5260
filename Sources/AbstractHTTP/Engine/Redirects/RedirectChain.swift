import Foundation

/// The redirects of one attempt so far, and the rules for the next request (Fetch standard, "HTTP-redirect fetch"; RFC
/// 9110, sections 10.2.2 and 15.4).
struct RedirectChain: Sendable {
    let policy: RedirectPolicy
    let config: ConnectionConfig
    /// The request to send next, or the one that was sent last.
    private(set) var request: Request
    /// The redirects that were followed, oldest first.
    private(set) var history: [Response] = []
    /// The requests that were sent since a cookie was set. A cookie can change the response to the same request.
    private var visited: Set<Visit> = []

    private struct Visit: Hashable {
        let method: HTTPMethod
        let url: String
        let headers: HTTPHeaders

        init(_ request: Request) {
            method = request.method
            url = String(request.urlText.prefix { $0 != "#" })
            headers = request.headers
        }
    }

    init(_ request: Request, _ policy: RedirectPolicy, _ config: ConnectionConfig = ConnectionConfig()) {
        self.request = request
        self.policy = policy
        self.config = config
    }

    /// Whether a response with this head is a redirect.
    static func isRedirect(_ statusCode: Int, _ headers: HTTPHeaders) -> Bool {
        switch statusCode {
        case 301, 302, 303, 307, 308: headers.location != nil
        default: false
        }
    }

    /// Whether `response` is a redirect that the policy wants to follow.
    func isFollowing(_ response: Response) -> Bool {
        policy.isOn && Self.isRedirect(response.statusCode, response.headers)
    }

    /// The redirect in `response`, or nil if there is none to follow. Throws if it must not be followed.
    func redirect(in response: Response) throws(RedirectError) -> Redirect? {
        guard isFollowing(response) else { return nil }
        guard let location = response.headers.location else { return nil }
        guard let url = request.url.redirected(to: location) else { throw .invalidLocation(location) }
        guard history.count < policy.limit else { throw .tooMany(limit: policy.limit) }
        let isDowngrade = request.url.scheme?.lowercased() == "https" && url.scheme == "http"
        guard !isDowngrade || policy.allowsDowngrade else { throw .downgrade(to: url) }
        let next = request.redirected(by: response.statusCode).moved(to: url, config)
        guard next.body?.isSpent != true else { throw .bodyAlreadySent }
        guard !isLoop(next, response) else { throw .loop(url) }
        var answer = response
        if answer.lazyURL == nil { answer.lazyURL = request.lazyURL }
        return Redirect(response: answer, request: request, next: next, number: history.count + 1)
    }

    private func isLoop(_ next: Request, _ response: Response) -> Bool {
        guard !response.headers.setsCookie else { return false }
        return Visit(next) == Visit(request) || visited.contains(Visit(next))
    }

    /// Continues with the next request of `redirect`. The history keeps only the beginning of the response's body, even
    /// if a policy has received the whole body.
    mutating func follow(_ redirect: Redirect) {
        if redirect.response.headers.setsCookie { visited = [] } else { visited.insert(Visit(request)) }
        var response = redirect.response
        response.history = []
        let limit = TruncationLimit.ofRedirect(config).bytes
        if response.data.count > limit { response.data = Data(response.data.prefix(limit)) }
        history.append(response)
        request = redirect.next
    }
}

extension RedirectChain {
    /// The response with the history that led to it, and the URL that answered.
    func completed(_ response: Response) -> Response {
        var response = response
        // Written only if something changes, because writing copies the response.
        if response.history.count + history.count > 0 { response.history = history }
        if response.lazyURL == nil { response.lazyURL = request.lazyURL }
        return response
    }

    /// The failure of the last request, with its response completed.
    func completed(_ failure: AttemptFailure) -> AttemptFailure {
        var failure = failure
        failure.error.request = request
        failure.error.response = failure.error.response.map(completed)
        return failure
    }

    /// Does the same for a live response.
    func completed(_ stream: ResponseStream) -> ResponseStream {
        var stream = stream
        if stream.history.count + history.count > 0 { stream.history = history }
        if stream.lazyURL == nil { stream.lazyURL = request.lazyURL }
        return stream
    }
}

extension HTTPHeaders {
    /// Removes the fields that are for one server: `Host`, and all that are secret.
    package mutating func removeCredentials(_ redaction: Redaction) {
        let removed = map(\.name).filter { $0 == "Host" || redaction.isForOneServer($0) }
        if !removed.isEmpty { remove(removed) }
    }

    fileprivate var setsCookie: Bool { contains { $0.name == .setCookie } }

    /// The first `Location` that is not blank.
    fileprivate var location: String? {
        fields(for: .location).first { !$0.value.allSatisfy(\.isWhitespace) }?.reference
    }
}

extension Request {
    /// The request that follows a redirect with `statusCode`, at the same URL.
    fileprivate func redirected(by statusCode: Int) -> Request {
        guard method.isReplacedByGet(after: statusCode) else { return self }
        var next = self
        next.method = .get
        next.body = nil
        next.headers.remove(HTTPHeaderName.describingContent)
        return next
    }

    /// The request with another URL. If the origin changes, the request loses its credentials and the default header
    /// fields of the config that are not for the new origin.
    package func moved(to url: URL, _ config: ConnectionConfig) -> Request {
        var moved = self
        moved.url = url
        guard Origin(url) != Origin(self.url) else { return moved }
        moved.headers.removeCredentials(config.redaction)
        config.removeDefaults(from: &moved.headers, for: url)
        return moved
    }

    /// This request, which a policy returned for a redirect. If it has another origin than the proposed request, it
    /// loses the fields of the redirected request that are not for that origin. Other values of these fields come from
    /// the policy, and stay.
    func secured(after redirect: Redirect, _ config: ConnectionConfig) -> Request {
        let redirected = redirect.request
        guard Origin(url) != Origin(redirect.next.url), Origin(url) != Origin(redirected.url) else { return self }
        let withheld = Set(redirected.headers).subtracting(redirected.moved(to: url, config).headers)
        guard !withheld.isEmpty else { return self }
        var secured = self
        secured.headers = HTTPHeaders(headers.filter { !withheld.contains($0) })
        return secured
    }
}

extension HTTPMethod {
    fileprivate func isReplacedByGet(after statusCode: Int) -> Bool {
        switch statusCode {
        case 301, 302: self == .post
        case 303: self != .get && self != .head
        default: false
        }
    }
}

extension HTTPHeaderName {
    /// Fields that describe a body and are removed with it (RFC 9110, section 15.4; RFC 9530).
    fileprivate static let describingContent: [Self] = [
        "Content-Encoding", "Content-Language", "Content-Location", .contentType, .contentLength, "Content-Range",
        "Content-Digest", "Repr-Digest", "Digest", "Last-Modified", "Transfer-Encoding", "Expect",
    ]
}
