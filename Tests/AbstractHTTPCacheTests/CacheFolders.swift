import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation

/// A folder that is removed at the end.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

extension FolderCacheStore {
    /// A store whose writers wait for the lock for a minute, because any thread may be late on a busy machine.
    static func patient(_ folder: URL, limit: Int = 200 << 20) throws -> FolderCacheStore {
        try FolderCacheStore(folder: folder, limit: limit, patience: 60_000)
    }
}

/// Returns the same numbers each time.
func seeded(_ seed: UInt64) -> RandomSource {
    let generator = LockedValue(SplitMix64(seed: seed))
    return RandomSource { generator.withLock { $0.next() } }
}

/// The files of the responses in the folder of a store.
func files(_ folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
}
