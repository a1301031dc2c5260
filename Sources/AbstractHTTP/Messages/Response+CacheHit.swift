/// What the core knows about the cache of `AbstractHTTPCache`, a module that it does not import.
package enum OwnCache {
    /// The name of the cache in the field `Cache-Status` (RFC 9211, section 2).
    package static let name = "AbstractHTTP"
}

extension Response {
    /// Whether an `HTTPCache` answered without a request to a server, including each redirect on the way.
    var isCacheHit: Bool {
        let status = headers.values(for: "Cache-Status").last
        return status?.hasPrefix("\(OwnCache.name); hit") == true && history.allSatisfy(\.isCacheHit)
    }
}
