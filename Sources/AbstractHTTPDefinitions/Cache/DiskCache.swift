import AbstractHTTP
import Foundation

/// Responses on a disk, a file each.
final class DiskCache: Sendable {
    private struct State: Sendable {
        /// How many bytes are there; nil before they are counted.
        var size: Int?
        /// How often something was written since.
        var writes = 0
    }

    private static let suffix = "response"
    /// After so many writes it is counted what others have written.
    private static let writesPerCount = 16

    private let folder: URL
    private let limit: Int
    /// Whoever has the lock alone writes.
    private let state = LockedValue(State())

    init(folder: URL, limit: Int) {
        (self.folder, self.limit) = (folder, limit)
    }

    func response(for key: ResponseKey) -> StoredResponse? {
        let file = file(of: key)
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        guard let response = StoredResponse(bytes: bytes, for: key) else {
            remove(key)
            return nil
        }
        touch(key)
        return response
    }

    /// Notes that a response was asked for: what was asked for last goes last.
    func touch(_ key: ResponseKey) {
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file(of: key).path)
    }

    func keep(_ response: StoredResponse, for key: ResponseKey) {
        guard let bytes = try? response.bytes(for: key), bytes.count <= limit else { return remove(key) }
        state.withLock { state in
            // Nobody else has to read what was sent to this user.
            try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let file = file(of: key)
            let before = Self.size(of: file)
            guard (try? bytes.write(to: file, options: .atomic)) != nil else { return }
            state.writes += 1
            if let size = state.size, state.writes < Self.writesPerCount {
                state.size = size - before + bytes.count
            } else {
                state = State(size: files().reduce(0) { $0 + $1.size })
            }
            if state.size ?? 0 > limit { state = State(size: trim()) }
        }
    }

    func remove(_ key: ResponseKey) {
        state.withLock { state in
            let file = file(of: key)
            let before = Self.size(of: file)
            if (try? FileManager.default.removeItem(at: file)) != nil { state.size = state.size.map { $0 - before } }
        }
    }

    /// Removes the files whose names are gone.
    func removeAll(where isGone: (String) -> Bool) {
        state.withLock { state in
            // By their names alone: there may be many.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names where name.hasSuffix(".\(Self.suffix)") && isGone(name) {
                try? FileManager.default.removeItem(at: folder.appending(path: name))
                state.size = nil
            }
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

    private func file(of key: ResponseKey) -> URL { folder.appending(path: "\(key.name).\(Self.suffix)") }

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
