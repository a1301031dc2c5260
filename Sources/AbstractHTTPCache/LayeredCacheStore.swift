import AbstractHTTP
import Foundation

/// A store in memory over a store in a folder. A response stays in the folder when the program ends, and it is read
/// from the folder once.
///
/// ```swift
/// let cache = HTTPCache(store: LayeredCacheStore(diskLimit: 10 << 20))
/// ```
///
/// All members may be used from any thread. A lookup may wait for the disk.
public final class LayeredCacheStore: CacheStore, SelectiveStore {
    /// The folder of the files.
    public let folder: URL

    private let memory: MemoryCacheStore
    private let diskLimit: Int
    private let disk = LockedValue<FolderCacheStore?>(nil)
    /// The number of removals.
    private let removals = LockedValue(0)

    /// Creates a store. The folder is created with the first response or credential. If that fails, or if others can
    /// write to the folder (see ``FolderCacheStore``), responses are only in memory.
    ///
    /// - Parameters:
    ///   - folder: A folder that nothing else uses. Default: ``standardFolder``.
    ///   - memoryLimit: The maximum size in memory, in bytes. Default: 4 MiB.
    ///   - diskLimit: The maximum size of the folder, in bytes. A response larger than a quarter of it is not stored
    ///     there. Default: 64 MiB.
    public init(
        folder: URL = LayeredCacheStore.standardFolder, memoryLimit: Int = 4 << 20, diskLimit: Int = 64 << 20
    ) {
        (self.folder, self.diskLimit) = (folder, diskLimit)
        memory = MemoryCacheStore(limit: memoryLimit)
    }

    /// A folder for this program in the system's folder for caches.
    public static var standardFolder: URL {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let folder =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? URL.temporaryDirectory
        return folder.appending(path: "AbstractHTTP/\(name.percentEncoded())", directoryHint: .isDirectory)
    }

    /// The size of the folder in bytes, or of the memory if that is larger.
    public var byteCount: Int { max(memory.byteCount, store?.byteCount ?? 0) }

    /// Returns the responses for a key. A file that is damaged or cannot be read counts as missing.
    public func responses(for key: String) -> [CachedResponse] {
        let removal = removals.withLock { $0 }
        let known = memory.responses(for: key)
        guard known.isEmpty else {
            store?.noteUse(of: key)
            return known
        }
        let kept = store?.responses(for: key) ?? []
        for response in kept { memory.insert(response, for: key) }
        // They may have been removed while they were inserted.
        if removals.withLock({ $0 != removal }) { memory.remove(key: key) }
        return kept
    }

    /// Stores a response in memory and in the folder.
    public func insert(_ response: CachedResponse, for key: String) { _ = keep(response, for: key) }

    func keep(_ response: CachedResponse, for key: String) -> Bool {
        let isInMemory = memory.keep(response, for: key)
        let isInFolder = (try? store(creating: true)?.keep(response, for: key)) ?? false
        return isInMemory || isInFolder
    }

    /// Removes what is stored for a URL.
    public func remove(_ url: String) throws {
        defer {
            noteRemoval()
            memory.remove(url)
        }
        try store?.remove(url)
    }

    /// Removes the responses for which `isRemoved` returns true.
    public func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) throws {
        defer {
            noteRemoval()
            memory.removeAll(where: isRemoved)
        }
        try store?.removeAll(where: isRemoved)
    }

    /// A lookup that found files before they were removed compares the number after it inserted them into the memory.
    private func noteRemoval() { removals.withLock { $0 += 1 } }

    private var store: FolderCacheStore? { store(creating: false) }

    /// Returns the store in the folder, or nil if there is none or the folder cannot be created.
    func store(creating: Bool) -> FolderCacheStore? {
        disk.withLock { disk in
            if disk == nil, creating || FileManager.default.fileExists(atPath: folder.path) {
                disk = try? FolderCacheStore(folder: folder, limit: diskLimit)
            }
            return disk
        }
    }
}

extension LayeredCacheStore: CustomReflectable {
    /// The folder.
    public var customMirror: Mirror {
        Mirror(self, children: ["folder": folder.path.inOneLine], displayStyle: .class)
    }
}
