import AbstractHTTP

/// The user of a request.
package struct CacheIdentity: Sendable {
    /// Different for each user. Empty without credentials.
    package var text: String
    /// The fields that the text represents. The values of these fields do not make a request a different one.
    package var fields: [HTTPHeaderName]

    /// Creates an identity.
    package init(text: String, fields: [HTTPHeaderName] = []) { (self.text, self.fields) = (text, fields) }
}

/// Identifies what is stored for a URL and a user.
struct CacheKey: Hashable, Sendable {
    /// The URL without a fragment, in normalized form.
    let url: String
    /// Empty without credentials.
    let identity: String

    /// The key in a store.
    var text: String { identity.isEmpty ? url : "\(url)\n\(identity)" }

    /// The key of responses that answer requests with other queries, too (`No-Vary-Search`).
    var searchText: String { CacheKey(url: url.searchURL, identity: identity).text }
}

extension String {
    /// The first line of a ``CacheKey/searchText``.
    var searchURL: String { "\(withoutQuery)?*" }
}

extension MemoryCacheStore {
    func responses(for key: CacheKey) -> [CachedResponse] {
        let exact = responses(for: key.text)
        return exact.isEmpty ? responses(for: key.searchText) : exact
    }
}

/// A store that fails works like an empty one.
extension CacheStore {
    func responses(for key: CacheKey) async -> [CachedResponse] {
        let exact = (try? await responses(for: key.text)) ?? []
        guard exact.isEmpty else { return exact }
        return (try? await responses(for: key.searchText)) ?? []
    }

    /// Stores a response. Returns whether the store keeps it.
    ///
    /// - Parameter selective: This store, if it says which responses it keeps.
    func insert(
        _ response: CachedResponse, for key: CacheKey, asking selective: (any SelectiveStore)?
    ) async -> Bool {
        let hasSearchRule = response.searchRule != nil
        // Otherwise an older response would be found first.
        if hasSearchRule { try? await remove(key.url) }
        let text = hasSearchRule ? key.searchText : key.text
        do {
            if let selective { return try selective.keep(response, for: text) }
            try await insert(response, for: text)
            return true
        } catch {
            // An older response must not be used in place of this one.
            await forget(key.url)
            return false
        }
    }

    /// Removes what is stored for a URL, for all users.
    func forget(_ url: String) async {
        try? await remove(url)
        try? await remove(url.searchURL)
    }
}
