import AbstractHTTP
import Foundation

/// Decides what a cache does (RFC 9111). It has no state, no clock, and no I/O.
///
/// ```swift
/// let decision = CacheRules().decision(for: request, stored: [], at: Date())
/// print(decision.reason)
/// ```
public struct CacheRules: Sendable {
    /// Whether several users share the cache, as in a proxy. `private` and `s-maxage` matter only then.
    public var isShared: Bool
    /// How long a response with the status 200, or a redirect, is used after it was received. Default: nil, which means
    /// that the fields of the response decide.
    ///
    /// With a lifetime, the fields of responses do not matter, except `Vary`, and the method of the request does not
    /// matter either. The requests with a body each have their own response, so this is for a POST that only reads. The
    /// `Cache-Control` of a request still counts.
    public var lifetime: Duration?

    /// Creates the rules of a private or a shared cache.
    public init(isShared: Bool = false, lifetime: Duration? = nil) {
        (self.isShared, self.lifetime) = (isShared, lifetime)
    }

    /// Decides how to answer a request.
    ///
    /// - Parameters:
    ///   - request: The request, as it would be sent.
    ///   - stored: What the store has for the URL.
    ///   - now: The current time.
    public func decision(for request: Request, stored: [CachedResponse], at now: Date) -> CacheDecision {
        decision(for: CacheRequest(request, self), stored: stored, at: now)
    }

    package func decision(for request: CacheRequest, stored: [CachedResponse], at now: Date) -> CacheDecision {
        guard request.isLookedUp else { return CacheDecision(action: .forward(nil), reason: .method) }
        if request.bypassesCache { return forward(nil, request, .bypass) }
        guard let newest = stored.newest(for: request) else {
            return forward(nil, request, stored.isEmpty ? .miss : .varyMiss)
        }
        if request.isConditional { return forward(newest, request, .condition) }
        guard request.isAnswered(by: newest) else { return forward(newest, request, .partial) }
        return decision(for: request, newest, at: now)
    }

    private func decision(
        for request: CacheRequest, _ response: CachedResponse, at now: Date
    ) -> CacheDecision {
        let freshness = Freshness(response, at: now, self)
        if let reason = reasonAgainstReuse(of: response, request, freshness) {
            guard !request.control.has("only-if-cached") else { return CacheDecision(action: .fail, reason: reason) }
            return CacheDecision(
                action: request.isSafe && response.isValidatable ? .validate(response) : .forward(response),
                reason: reason)
        }
        let rest = Int(clamping: freshness.rest)
        if freshness.isFresh {
            return CacheDecision(
                action: .respond(response), reason: .fresh(for: rest, isHeuristic: freshness.isHeuristic))
        }
        if request.allowsStale(-freshness.rest) {
            return CacheDecision(action: .respond(response), reason: .staleAllowed(since: -rest))
        }
        return CacheDecision(action: .respondAndRefresh(response), reason: .staleWhileRevalidate(since: -rest))
    }

    /// The reason why a request is not answered with a stored response (section 4). Nil if it is answered.
    private func reasonAgainstReuse(
        of response: CachedResponse, _ request: CacheRequest, _ freshness: Freshness
    ) -> CacheReason? {
        if lifetime == nil, response.control.isUnqualified("no-cache") { return .noCache }
        if request.wantsValidation { return .request }
        if let limit = request.control.seconds("max-age"), freshness.age > limit, !isImmutable(response, freshness) {
            return .request
        }
        if let least = request.control.seconds("min-fresh"), freshness.rest < least { return .request }
        guard !freshness.isFresh else { return nil }
        let stale = -freshness.rest
        guard mayBeStale(response) else { return .stale(since: Int(clamping: stale)) }
        if request.allowsStale(stale) { return nil }
        let window = response.control.seconds("stale-while-revalidate")
        if lifetime == nil, let window, stale <= window { return nil }
        return .stale(since: Int(clamping: stale))
    }

    /// A fresh immutable response is not reloaded (RFC 8246).
    private func isImmutable(_ response: CachedResponse, _ freshness: Freshness) -> Bool {
        freshness.isFresh && response.control.has("immutable")
    }

    /// Whether the server permits stale responses at all (section 4.2.4).
    private func mayBeStale(_ response: CachedResponse) -> Bool {
        guard lifetime == nil else { return true }
        let control = response.control
        if control.has("must-revalidate") || control.has("no-cache") { return false }
        return !isShared || !(control.has("proxy-revalidate") || control.has("s-maxage"))
    }

    /// The reason to use a stored response after a failure (RFC 5861, section 4). Nil if it may not be used.
    func reason(toUse response: CachedResponse, afterAFailureOf request: CacheRequest, at now: Date) -> CacheReason? {
        let freshness = Freshness(response, at: now, self)
        let stale = max(0, -freshness.rest)
        let window = [response.control, request.control].compactMap { $0.seconds("stale-if-error") }.max()
        guard let window, stale <= window, mayBeStale(response), !request.isConditional,
            request.isAnswered(by: response)
        else { return nil }
        return .staleIfError(since: Int(clamping: stale))
    }

    private func forward(_ response: CachedResponse?, _ request: CacheRequest, _ reason: CacheReason) -> CacheDecision {
        let action: CacheAction = request.control.has("only-if-cached") ? .fail : .forward(response)
        return CacheDecision(action: action, reason: reason)
    }
}

extension [CachedResponse] {
    /// The most recent of the responses that match the request, which is the one to use (section 4.1).
    fileprivate func newest(for request: CacheRequest) -> CachedResponse? {
        var newest: Int?
        for index in indices where request.matches(self[index]) {
            if let newest, self[index].recency <= self[newest].recency { continue }
            newest = index
        }
        return newest.map { self[$0] }
    }
}

extension CachedResponse {
    fileprivate var recency: Date { times.date ?? responseTime }

    /// Whether the server can be asked about it (section 4.3.1).
    fileprivate var isValidatable: Bool { entityTag != nil || times.lastModified != nil }
}

extension Int {
    /// The nearest integer number of seconds that fits.
    init(clamping seconds: TimeInterval) {
        let limited = Swift.max(-2_147_483_648, Swift.min(2_147_483_647, seconds))
        self = Int(exactly: limited.rounded(.down)) ?? 0
    }
}
