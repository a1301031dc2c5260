import AbstractHTTP
import Foundation

/// A request, as a cache looks it up. It is a class because the steps of the cache pass it on.
final class CacheLookup: Sendable {
    let cache: HTTPCache
    let request: Request
    let info: CacheRequest
    let key: CacheKey
    /// Where the response waits until it is known to be usable. Nil if it is stored at once.
    let held: HeldInsertions?

    init(_ cache: HTTPCache, _ request: Request, _ identity: CacheIdentity, _ held: HeldInsertions?) {
        (self.cache, self.request, self.held) = (cache, request, held)
        info = CacheRequest(identity.fields.isEmpty ? request : request.without(identity.fields), cache.rules)
        key = CacheKey(url: info.url, identity: info.variant.map { "\(identity.text)\n\($0)" } ?? identity.text)
    }

    /// The response from a store in memory, or nil if the server must be asked.
    func immediateResponse(from store: MemoryCacheStore, at now: Date) -> ResponseStream? {
        guard info.isLookedUp else { return nil }
        let decision = cache.rules.decision(for: info, stored: store.responses(for: key), at: now)
        guard case .respond(let response) = decision.action else { return nil }
        cache.observe?(request, decision)
        return hit(response, decision.reason, at: now)
    }

    /// A stored response that answers the request.
    func hit(_ response: CachedResponse, _ reason: CacheReason, at now: Date) -> ResponseStream {
        let freshness = Freshness(response, at: now, cache.rules)
        let status = CacheStatus(
            isHit: true, timeToLive: Int(clamping: freshness.rest), detail: reason.isUnusual ? "\(reason)" : nil)
        return CacheResponse(response, to: self).stream(status, age: freshness.age, isValidated: false)
    }
}

extension Request {
    fileprivate func without(_ fields: [HTTPHeaderName]) -> Request {
        var request = self
        request.headers.remove(fields)
        return request
    }
}

extension CacheReason {
    /// Whether a hit for this reason needs an explanation.
    fileprivate var isUnusual: Bool {
        if case .fresh(_, let isHeuristic) = self { isHeuristic } else { true }
    }
}
