import Foundation

/// A request in the form that a connector sends.
///
/// ```swift
/// var request = Request(url: URL(string: "https://api.example.com/users")!, method: .post)
/// request.headers[.contentType] = "application/json"
/// request.body = .data(Data(#"{"name": "Ada"}"#.utf8))
/// ```
public struct Request: Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var url: LazyURL
        var method: HTTPMethod
        var headers: HTTPHeaders
        var body: RequestBody?
        var trusted: TrustedServer?
        var sessions: Sessions?
    }

    private var storage: CopyOnWrite<Storage>

    /// The absolute URL with its query.
    public var url: URL {
        get { storage.value.url.url }
        set { storage.value.url = LazyURL(newValue) }
    }

    /// The URL, which is parsed only when it is needed.
    var lazyURL: LazyURL { storage.value.url }

    /// The text of the URL, without parsing the URL.
    package var urlText: String { storage.value.url.text }

    /// The method.
    public var method: HTTPMethod {
        _read { yield storage.value.method }
        _modify { yield &storage.value.method }
    }

    /// The header fields. The connector adds `Host` and `Content-Length` or `Transfer-Encoding`.
    public var headers: HTTPHeaders {
        _read { yield storage.value.headers }
        _modify { yield &storage.value.headers }
    }

    /// The body, or nil for none.
    public var body: RequestBody? {
        // Yielding the body would allocate in other modules.
        get { storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// The server of the style that made the request, and what only that server gets. Nil without a style.
    package var trusted: TrustedServer? { storage.value.trusted }

    /// The sessions to which the request belongs. Nil outside a connection, or if its config has none.
    package var sessions: Sessions? { storage.value.sessions }

    /// Returns the request as a part of these sessions.
    func belonging(to sessions: Sessions?) -> Request {
        guard sessions !== storage.value.sessions else { return self }
        var request = self
        request.storage.value.sessions = sessions
        return request
    }

    /// Creates a request.
    public init(url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: RequestBody? = nil) {
        self.init(LazyURL(url), method: method, headers: headers, body: body)
    }

    init(
        _ url: LazyURL, method: HTTPMethod, headers: HTTPHeaders, body: RequestBody? = nil,
        trusted: TrustedServer? = nil, sessions: Sessions? = nil
    ) {
        storage = CopyOnWrite(
            Storage(url: url, method: method, headers: headers, body: body, trusted: trusted, sessions: sessions))
    }
}

extension Request: CustomStringConvertible {
    /// The method and the URL. Parts of the URL that may be secret (user, password, query, fragment) are left out.
    public var description: String { "\(method.rawValue) \(writtenURL.templateWithoutSecrets)".inOneLine }

    /// The text of the URL. If the URL is invalid, its text as the spec writes it.
    private var writtenURL: String {
        let text = url.absoluteString
        return url.scheme == "invalid" ? text.dropFirst(8).removingPercentEncoding ?? "" : text
    }

    /// The URL without secrets, including the keys of its query.
    var shownURL: String {
        url.scheme == "invalid" ? writtenURL.templateWithoutSecrets : Redaction().url(writtenURL)
    }
}
