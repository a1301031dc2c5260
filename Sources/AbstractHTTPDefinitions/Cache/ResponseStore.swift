import AbstractHTTP
import Foundation

/// Keeps responses, in memory and on a disk, for definitions with a cache or an offline policy.
///
/// Each is a file of its own that is written in one step, and one that is damaged is as good as none. What was not
/// asked for the longest goes first when there is no more room. Several processes may have the same folder.
///
/// ```swift
/// let api = DefinitionAPI(cache: ResponseStore(diskLimit: 10 << 20))
/// ```
public final class ResponseStore: Sendable {
    /// That of APIs which are given none.
    public static let standard = ResponseStore()

    private let memory: LockedValue<MemoryCache>
    private let disk: DiskCache?
    private let removals = LockedValue(InvalidationLog())

    /// Makes a store, and reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - folder: Where the files are, made when it is needed; nil for none.
    ///   - memoryLimit: How much is kept in memory, in bytes.
    ///   - diskLimit: How much is kept on the disk, in bytes.
    public init(folder: URL? = ResponseStore.standardFolder, memoryLimit: Int = 4 << 20, diskLimit: Int = 64 << 20) {
        memory = LockedValue(MemoryCache(limit: memoryLimit))
        disk = folder.map { DiskCache(folder: $0, limit: diskLimit) }
    }

    /// The folder of the process among those of the system for what can be had again.
    public static var standardFolder: URL {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let folder =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? URL.temporaryDirectory
        return folder.appending(path: "AbstractHTTP/\(name.percentEncoded())", directoryHint: .isDirectory)
    }

    /// What is kept under `key`.
    public func response(for key: ResponseKey) -> StoredResponse? {
        if let response = memory.withLock({ $0.response(for: key) }) {
            disk?.touch(key)
            return response
        }
        guard let response = disk?.response(for: key) else { return nil }
        memory.withLock { $0.keep(response, for: key) }
        return response
    }

    /// Keeps a response in the place of what was there; what is larger than a limit is not kept there. A disk that is
    /// full or cannot be written keeps nothing.
    public func keep(_ response: StoredResponse, for key: ResponseKey) {
        memory.withLock { $0.keep(response, for: key) }
        disk?.keep(response, for: key)
    }

    /// Forgets what is kept under `key`.
    public func remove(_ key: ResponseKey) {
        memory.withLock { $0.remove(key) }
        disk?.remove(key)
    }

    /// Forgets what is kept of a URL, for whatever request.
    public func removeAll(of url: URL) {
        let resource = ResponseKey(url).resource
        removals.withLock { $0.note(resource) }
        memory.withLock { $0.removeAll { $0.resource == resource } }
        disk?.removeAll { $0.hasPrefix(resource + "-") }
    }

    /// Forgets everything, on the disk also what other stores have there.
    public func removeAll() {
        removals.withLock { $0.noteAll() }
        memory.withLock { $0.removeAll { _ in true } }
        disk?.removeAll { _ in true }
    }

    /// The number of the last removal.
    var lastRemoval: Int { removals.withLock(\.count) }

    /// Keeps a response that was asked for after a removal, unless its URL is concerned by a later one.
    func keep(_ response: StoredResponse, for key: ResponseKey, askedForBehind removal: Int) {
        if !removals.withLock({ $0.concern(key.resource, since: removal) }) { keep(response, for: key) }
    }
}
