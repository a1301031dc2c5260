import AbstractHTTP
import Foundation

/// Responses on a disk, a file each.
final class DiskCache: Sendable {
    private static let suffix = "response"

    private let folder: URL
    private let limit: Int
    /// How many bytes are there, once they were counted. Whoever has the lock alone writes.
    private let size = Guarded<Int?>(nil)

    init(folder: URL, limit: Int) {
        (self.folder, self.limit) = (folder, limit)
    }

    func response(for key: String) -> StoredResponse? {
        let file = file(of: key)
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        guard let response = StoredResponse(bytes: bytes) else {
            remove(key)
            return nil
        }
        // What was asked for last goes last.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
        return response
    }

    func keep(_ response: StoredResponse, for key: String) {
        guard let bytes = try? response.bytes(), bytes.count <= limit else { return remove(key) }
        size.withLock { size in
            // Nobody else has to read what was sent to this user.
            try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let file = file(of: key)
            let before = Self.size(of: file)
            let known = size ?? files().reduce(0) { $0 + $1.size }
            guard (try? bytes.write(to: file, options: .atomic)) != nil else { return }
            size = known - before + bytes.count
            if size ?? 0 > limit { size = trim() }
        }
    }

    func remove(_ key: String) {
        size.withLock { size in
            let file = file(of: key)
            let before = Self.size(of: file)
            if (try? FileManager.default.removeItem(at: file)) != nil { size = size.map { $0 - before } }
        }
    }

    func removeAll() {
        size.withLock { size in
            for file in files() { try? FileManager.default.removeItem(at: file.url) }
            size = nil
        }
    }

    /// Removes what was not asked for the longest, until there is some room; returns what is left, in bytes.
    private func trim() -> Int {
        var files = files().sorted { $0.date > $1.date }
        var size = files.reduce(0) { $0 + $1.size }
        while size > limit / 4 * 3, files.count > 1, let oldest = files.popLast() {
            try? FileManager.default.removeItem(at: oldest.url)
            size -= oldest.size
        }
        return size
    }

    /// A name that is no path, whatever the key is, and tells nothing of it.
    private func file(of key: String) -> URL {
        folder.appending(path: "\(key.fingerprint)-\("again \(key)".fingerprint).\(Self.suffix)")
    }

    private static func size(of file: URL) -> Int {
        (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    private func files() -> [(url: URL, size: Int, date: Date)] {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let urls = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
        return (urls ?? []).filter { $0.pathExtension == Self.suffix }
            .map { url in
                let values = try? url.resourceValues(forKeys: keys)
                return (url, values?.fileSize ?? 0, values?.contentModificationDate ?? .distantPast)
            }
    }
}
