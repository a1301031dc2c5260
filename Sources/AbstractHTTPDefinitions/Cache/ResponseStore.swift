import AbstractHTTP
import AbstractHTTPCache
import Foundation

/// The responses of definitions with a cache policy or an offline policy.
///
/// It uses a `MemoryCacheStore` of the module `AbstractHTTPCache`, and a `FolderCacheStore` if there is a folder.
///
/// ```swift
/// let api = DefinitionAPI(cache: ResponseStore(diskLimit: 10 << 20))
/// ```
public final class ResponseStore: Sendable {
    /// The default store of an API.
    public static let standard = ResponseStore()

    private let memory: MemoryCacheStore
    private let folder: URL?
    private let diskLimit: Int
    private let disk = LockedValue<FolderCacheStore?>(nil)
    private let removals = LockedValue(InvalidationLog())

    /// Creates a store. The folder is created with the first response.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, or nil to keep responses only in memory.
    ///   - memoryLimit: The maximum size in memory, in bytes. Default: 4 MiB.
    ///   - diskLimit: The maximum size of the folder, in bytes. A response larger than a quarter of it is not stored
    ///     there. Default: 64 MiB.
    public init(folder: URL? = ResponseStore.standardFolder, memoryLimit: Int = 4 << 20, diskLimit: Int = 64 << 20) {
        memory = MemoryCacheStore(limit: memoryLimit)
        (self.folder, self.diskLimit) = (folder, diskLimit)
    }

    /// A folder for this process in the system's folder for caches.
    public static var standardFolder: URL {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let folder =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? URL.temporaryDirectory
        return folder.appending(path: "AbstractHTTP/\(name.percentEncoded())", directoryHint: .isDirectory)
    }

    /// Removes the responses to all requests for a URL.
    public func removeAll(of url: URL) {
        let url = url.absoluteString.withoutFragment
        removals.withLock { $0.note(url) }
        try? store?.remove(url)
        // A lookup that still found files may insert them into the memory. It checks this number afterward.
        removals.withLock { $0.note(url) }
        memory.remove(url)
    }

    /// Removes everything.
    public func removeAll() {
        removals.withLock { $0.noteAll() }
        try? store?.removeAll { _ in true }
        // The same as above.
        removals.withLock { $0.noteAll() }
        memory.removeAll { _ in true }
    }
}

extension ResponseStore {
    /// The number of the last removal.
    var lastRemoval: Int { removals.withLock(\.count) }

    /// Returns the variants for a request. A store that cannot be read has none.
    func responses(for key: ResponseKey) -> [CachedResponse] {
        let removal = lastRemoval
        let known = memory.responses(for: key.text)
        guard known.isEmpty else {
            store?.noteUse(of: key.text)
            return known
        }
        let kept = store?.responses(for: key.text) ?? []
        for response in kept { memory.insert(response, for: key.text) }
        repeatRemoval(of: key, since: removal)
        return kept
    }

    /// Stores a response to a request that was sent after `removal`, unless a later removal affects its URL.
    func insert(_ response: CachedResponse, for key: ResponseKey, requestedAfter removal: Int) {
        guard !removals.withLock({ $0.concern(key.url, since: removal) }) else { return }
        memory.insert(response, for: key.text)
        try? store(creating: true)?.insert(response, for: key.text)
        repeatRemoval(of: key, since: removal)
    }

    /// Removes the stored responses for a request again if they were removed while some of them were inserted.
    private func repeatRemoval(of key: ResponseKey, since removal: Int) {
        if removals.withLock({ $0.concern(key.url, since: removal) }) { remove(key) }
    }

    /// Removes the stored responses for a request.
    func remove(_ key: ResponseKey) {
        memory.remove(key: key.text)
        store?.remove(key: key.text)
    }

    private var store: FolderCacheStore? { store(creating: false) }

    /// Returns the store in the folder, or nil if there is none or the folder cannot be created.
    private func store(creating: Bool) -> FolderCacheStore? {
        guard let folder else { return nil }
        return disk.withLock { disk in
            if disk == nil, creating || FileManager.default.fileExists(atPath: folder.path) {
                disk = try? FolderCacheStore(folder: folder, limit: diskLimit)
            }
            return disk
        }
    }
}
