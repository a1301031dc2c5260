import AbstractHTTP
import Foundation

/// Stores responses for an ``HTTPCache``.
///
/// ``MemoryCacheStore`` and ``FolderCacheStore`` conform. To keep responses somewhere else, such as in a database,
/// implement these five members. ``CachedResponse/encoded`` and ``CachedResponse/init(encoded:)`` turn a response into
/// bytes and back.
///
/// ### What a store must take care of
///
/// A store may forget anything at any time. It must never return a response for another key, or a part of a response.
/// Several tasks may call it at the same time. An error that a store throws does not fail the request. If a lookup or
/// an insertion fails, the cache works as if nothing were stored. If a removal fails, the response can be used until it
/// is stale.
///
/// The first line of a key is the URL. The lines that follow tell users apart.
///
/// ```swift
/// let cache = HTTPCache(store: MyStore())
/// ```
public protocol CacheStore: Sendable {
    /// Returns the responses that are stored for a key, in any order.
    func responses(for key: String) async throws -> [CachedResponse]

    /// Stores a response for a key. It replaces the responses that it supersedes (see
    /// ``CachedResponse/supersedes(_:)``), unless one of them is newer (see ``CachedResponse/inserted(into:)``).
    func insert(_ response: CachedResponse, for key: String) async throws

    /// Removes what is stored for a URL: for the key `url`, and for all keys whose first line is `url`.
    func remove(_ url: String) async throws

    /// Removes the responses for which `isRemoved` returns true.
    func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) async throws

    /// The space that all responses take, in bytes.
    var byteCount: Int { get async throws }
}

/// A store that says which responses it keeps.
protocol SelectiveStore: CacheStore {
    /// Stores a response. Returns false if it does not keep the response, such as one that is too large.
    func keep(_ response: CachedResponse, for key: String) throws -> Bool
}

extension CachedResponse {
    /// The maximum number of responses for one key. A store removes the oldest ones first.
    public static let mostPerKey = 16

    /// Whether this response replaces `other`, which is stored for the same key.
    public func supersedes(_ other: CachedResponse) -> Bool { isVariant(of: other) }

    /// Returns the responses for a key after this one is inserted. It is not inserted if it supersedes a response to a
    /// later request, which is then newer (RFC 9111, section 4).
    public func inserted(into responses: [CachedResponse]) -> [CachedResponse] {
        insertion(into: responses) ?? responses
    }

    /// The responses for a key after this one is inserted, as the last one. Nil if it is not inserted.
    func insertion(into responses: [CachedResponse]) -> [CachedResponse]? {
        let hasNewer = responses.contains { other in
            // A request in the future was sent before the clock was put back.
            other.requestTime > requestTime && other.requestTime <= Date() && supersedes(other)
        }
        guard !hasNewer else { return nil }
        return Array(responses.filter { !supersedes($0) }.suffix(Self.mostPerKey - 1)) + [self]
    }
}

/// A store in memory. It removes the least recently used responses first.
///
/// All members may be used from any thread.
///
/// ```swift
/// let cache = HTTPCache(store: MemoryCacheStore(limit: 50 << 20))
/// ```
public final class MemoryCacheStore: CacheStore, SelectiveStore {
    fileprivate struct State: Sendable {
        var list = LeastRecentlyUsed<String, [CachedResponse]>()
        var byteCount = 0
    }

    /// The maximum size in bytes.
    public let limit: Int
    /// The maximum number of keys.
    public let countLimit: Int
    private let state = LockedValue(State())

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes. Default: 20 MiB.
    ///   - countLimit: The maximum number of keys. A key consists of a URL and a user. Default: 10,000.
    public init(limit: Int = 20 << 20, countLimit: Int = 10_000) {
        (self.limit, self.countLimit) = (max(0, limit), max(0, countLimit))
    }

    /// The size of all responses in bytes.
    public var byteCount: Int { state.withLock(\.byteCount) }

    /// Returns the responses for a key, and marks them as used.
    public func responses(for key: String) -> [CachedResponse] {
        state.withLock { $0.list.use(key) ?? [] }
    }

    /// Stores a response, unless it is larger than the limit.
    public func insert(_ response: CachedResponse, for key: String) { _ = keep(response, for: key) }

    func keep(_ response: CachedResponse, for key: String) -> Bool {
        state.withLock { state in
            let present = state.list.use(key) ?? []
            guard var responses = response.insertion(into: present) else { return false }
            // Do not remove other responses for one that does not fit.
            while responses.reduce(0, { $0 + $1.byteCount }) > limit { responses.removeFirst() }
            state.replace(key, by: responses)
            while state.byteCount > limit || state.list.count > countLimit, let oldest = state.list.oldest {
                state.replace(oldest, by: [])
            }
            return state.list.peek(key) != nil
        }
    }

    /// Removes what is stored for a URL.
    public func remove(_ url: String) {
        state.withLock { state in
            for key in state.list.keys where key.isKey(of: url) { state.replace(key, by: []) }
        }
    }

    /// Removes what is stored for one key.
    package func remove(key: String) { state.withLock { $0.replace(key, by: []) } }

    /// Removes the responses for which `isRemoved` returns true.
    public func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) {
        // The closure is the caller's, so it runs outside the lock. Responses that are inserted while it runs stay.
        let removed = state.withLock { $0.list.all }.compactMap { key, responses -> (String, [CachedResponse])? in
            let found = responses.filter(isRemoved)
            return found.isEmpty ? nil : (key, found)
        }
        state.withLock { state in
            for (key, responses) in removed {
                let rest = (state.list.peek(key) ?? []).filter { present in
                    !responses.contains { $0.isVariant(of: present) && $0.responseTime == present.responseTime }
                }
                state.replace(key, by: rest)
            }
        }
    }
}

extension String {
    /// Whether this is a key of a URL, which is then its first line.
    func isKey(of url: String) -> Bool {
        utf8.count == url.utf8.count
            ? self == url : hasPrefix(url) && utf8.dropFirst(url.utf8.count).first == UInt8(ascii: "\n")
    }
}

extension MemoryCacheStore.State {
    fileprivate mutating func replace(_ key: String, by responses: [CachedResponse]) {
        byteCount -= (list.peek(key) ?? []).reduce(0) { $0 + $1.byteCount }
        byteCount += responses.reduce(0) { $0 + $1.byteCount }
        list.set(key, responses.isEmpty ? nil : responses)
    }
}

extension MemoryCacheStore: CustomReflectable {
    /// The limits and the size, without the responses.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["limit": limit, "countLimit": countLimit, "byteCount": byteCount], displayStyle: .class)
    }
}
