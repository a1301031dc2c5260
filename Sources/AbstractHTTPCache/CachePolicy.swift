import AbstractHTTP
import Foundation

/// How a request uses the cache. The policy is sent as a `Cache-Control` field, so caches on the way to the server obey
/// it, too.
///
/// ```swift
/// let news = try await HTTP("/news").cachePolicy(.reload).asString(config: config).response()
///
/// struct GetNews: ConnectionSpec {
///     typealias ResponseModel = [Article]
///     var request: HTTP { HTTP("/news").cachePolicy(.offline) }
/// }
/// ```
///
/// As a ``AbstractHTTP/RequestAdapter``, a policy applies to all requests of a config or a connection:
/// `config.policies.append(CachePolicy.offline)`. A request that has its own `Cache-Control` field keeps it.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
    /// Use a stored response while it is fresh, and otherwise ask the server.
    case standard
    /// Always ask the server, and store its response. The server may answer that the stored response is still valid.
    case reload
    /// Use what is stored, even if it is stale. If there is nothing, the response is a 504.
    case onlyIfCached
    /// Neither use nor store anything.
    case ignore
    /// Use what is stored, even if it is stale, if the server cannot be reached or fails. An expired deadline still
    /// ends the request.
    case offline

    /// The header fields of the policy.
    public var headers: [String: String] {
        switch self {
        case .standard: [:]
        case .reload: ["Cache-Control": "no-cache"]
        case .onlyIfCached: ["Cache-Control": "only-if-cached, max-stale"]
        case .ignore: ["Cache-Control": "no-store"]
        case .offline: ["Cache-Control": "stale-if-error=31536000"]
        }
    }
}

extension CachePolicy: RequestAdapter {
    /// Adds the field of the policy, unless the request has one.
    public func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
        var request = request
        for (name, value) in headers where request.headers[name] == nil { request.headers[name] = value }
        return request
    }
}

extension HTTP {
    /// Returns the request with a cache policy.
    public func cachePolicy(_ policy: CachePolicy) -> Self {
        policy.headers.reduce(self) { $0.header($1.key, $1.value) }
    }
}
