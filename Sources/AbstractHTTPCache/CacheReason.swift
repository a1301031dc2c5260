import Foundation

/// The reason for a decision of the cache.
public enum CacheReason: Hashable, Sendable {
    /// The stored response is fresh for this number of seconds.
    case fresh(for: Int, isHeuristic: Bool)
    /// The stored response has been stale for this number of seconds, and the request allows that (`max-stale`).
    case staleAllowed(since: Int)
    /// The stored response has been stale for this number of seconds. It is used while another one is fetched
    /// (`stale-while-revalidate`, RFC 5861).
    case staleWhileRevalidate(since: Int)
    /// The server could not be reached, or failed. The stored response is used, though it has been stale for this
    /// number of seconds (`stale-if-error`, RFC 5861).
    case staleIfError(since: Int)
    /// Nothing is stored for the URL.
    case miss
    /// What is stored for the URL answers other requests (`Vary`).
    case varyMiss
    /// The stored response has been stale for this number of seconds.
    case stale(since: Int)
    /// The stored response has to be validated each time (`no-cache`).
    case noCache
    /// The request does not accept what is stored (`no-cache`, `max-age`, `min-fresh`).
    case request
    /// The request must not be stored or answered from the cache (`no-store`, or a GET or HEAD with a body).
    case bypass
    /// The cache does not answer requests with this method.
    case method
    /// The request has its own conditions, such as `If-None-Match`.
    case condition
    /// The stored part does not contain the range of the request.
    case partial
}

extension CacheReason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .fresh(let seconds, false): "fresh for \(seconds) s"
        case .fresh(let seconds, true): "probably fresh for \(seconds) s"
        case .staleAllowed(let seconds): "stale for \(seconds) s, which the request allows"
        case .staleWhileRevalidate(let seconds): "stale for \(seconds) s, and being refreshed"
        case .staleIfError(let seconds): "stale for \(seconds) s, because the server failed"
        case .miss: "nothing is stored"
        case .varyMiss: "another variant is stored"
        case .stale(let seconds): "stale for \(seconds) s"
        case .noCache: "the response has to be validated each time"
        case .request: "the request wants a newer response"
        case .bypass: "the request bypasses the cache"
        case .method: "the method is not cached"
        case .condition: "the request has its own conditions"
        case .partial: "only another part is stored"
        }
    }
}

extension CacheReason {
    /// The `fwd` parameter of `Cache-Status` (RFC 9211, section 2.2).
    var forwardToken: String {
        switch self {
        case .miss: "uri-miss"
        case .varyMiss: "vary-miss"
        case .stale, .noCache: "stale"
        case .request, .condition: "request"
        case .bypass: "bypass"
        case .method: "method"
        case .partial: "partial"
        case .fresh, .staleAllowed, .staleWhileRevalidate, .staleIfError: "miss"
        }
    }
}

/// What the cache does with a request.
public enum CacheAction: Sendable {
    /// Answer with the stored response.
    case respond(CachedResponse)
    /// Answer with the stored response, and fetch another one for later requests.
    case respondAndRefresh(CachedResponse)
    /// Ask the server whether the stored response is still valid.
    case validate(CachedResponse)
    /// Send the request to the server. The stored response, if there is one, may serve if the server fails.
    case forward(CachedResponse?)
    /// Answer 504, because the request forbids asking the server (`only-if-cached`).
    case fail
}

/// What the cache does with a request, and why.
public struct CacheDecision: Sendable {
    /// What the cache does.
    public let action: CacheAction
    /// Why it does that.
    public let reason: CacheReason
}
