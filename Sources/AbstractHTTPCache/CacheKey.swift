import AbstractHTTP

/// Identifies what is stored for a URL and a user.
struct CacheKey: Hashable, Sendable {
    /// The URL without a fragment.
    let url: String
    /// Empty without credentials.
    let identity: String

    /// The key in a store.
    var text: String { identity.isEmpty ? url : "\(url)\n\(identity)" }

    /// The key of responses that answer requests with other queries, too (`No-Vary-Search`).
    var searchText: String { CacheKey(url: "\(url.withoutQuery)?*", identity: identity).text }
}

/// A store that fails works like an empty one.
extension CacheStore {
    func responses(for key: CacheKey) async -> [CachedResponse] {
        let exact = (try? await responses(for: key.text)) ?? []
        guard exact.isEmpty else { return exact }
        return (try? await responses(for: key.searchText)) ?? []
    }

    func insert(_ response: CachedResponse, for key: CacheKey) async {
        try? await insert(response, for: response.searchRule == nil ? key.text : key.searchText)
    }

    func forget(_ key: CacheKey) async {
        try? await remove(key.text)
        try? await remove(key.searchText)
    }
}
