import Foundation

/// A request as a connector sends it.
public struct Request: Sendable {
    /// Copied as one reference: a pipeline hands it on a dozen times.
    private struct Storage: Sendable {
        var url: URL
        var method: HTTPMethod
        var headers: HTTPHeaders
        var body: RequestBody?
        var onSent: (@Sendable (_ bytes: Int) -> Void)?
        var onConnected: (@Sendable () -> Void)?
    }

    private var storage: CopyOnWrite<Storage>

    /// The absolute URL, query included.
    public var url: URL {
        _read { yield storage.value.url }
        _modify { yield &storage.value.url }
    }

    /// The method.
    public var method: HTTPMethod {
        _read { yield storage.value.method }
        _modify { yield &storage.value.method }
    }

    /// The header fields. The connector adds `Host`, and `Content-Length` or `Transfer-Encoding`.
    public var headers: HTTPHeaders {
        _read { yield storage.value.headers }
        _modify { yield &storage.value.headers }
    }

    /// The body, or nil for none.
    public var body: RequestBody? {
        // Yielding it allocates in other modules.
        get { storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// Called by connectors with the number of bytes of the body that have been sent so far, from any thread; it must not wait.
    public var onSent: (@Sendable (_ bytes: Int) -> Void)? {
        _read { yield storage.value.onSent }
        _modify { yield &storage.value.onSent }
    }

    /// Called by connectors that can tell when there is a connection to the server to send it over, from any thread; it must not wait.
    public var onConnected: (@Sendable () -> Void)? {
        _read { yield storage.value.onConnected }
        _modify { yield &storage.value.onConnected }
    }

    /// Makes a request.
    public init(url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: RequestBody? = nil) {
        storage = CopyOnWrite(Storage(url: url, method: method, headers: headers, body: body))
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
