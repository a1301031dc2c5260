import Foundation

/// A request as a connector sends it.
public struct Request: Sendable {
    /// The absolute URL, query included.
    public var url: URL
    /// The method.
    public var method: HTTPMethod
    /// The header fields; the connector adds `Host` and the framing of the body.
    public var headers: HTTPHeaders
    /// The body, or nil for none.
    public var body: RequestBody?
    /// Called by connectors with the number of bytes of the body that have been sent so far, from any thread; it must not wait.
    public var onSent: (@Sendable (_ bytes: Int) -> Void)?

    /// Called by connectors that can tell when there is a connection to the server to send it over, from any thread; it must not wait.
    public var onConnected: (@Sendable () -> Void)?

    /// Makes a request.
    public init(url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: RequestBody? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

extension Request: CustomStringConvertible {
    /// The method and the URL, without the parts of a URL that may be secret (user, password, query, fragment).
    public var description: String {
        let text = url.absoluteString
        let shown = url.scheme == "invalid" ? text.dropFirst(8).removingPercentEncoding ?? "" : text
        return "\(method.rawValue) \(shown.templateWithoutSecrets)"
    }
}
