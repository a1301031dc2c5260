import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a jar cannot use its file.
public enum CookieFileError: Error, Hashable, CustomStringConvertible {
    /// Another jar, of this process or another one, uses the file.
    case inUse(path: String)
    /// Neither the file nor the one before it has cookies. Remove both to begin anew.
    case unreadable(path: String)

    /// What has happened, and what to do.
    public var description: String {
        switch self {
        case .inUse(let path): "another cookie jar uses \(path)"
        case .unreadable(let path): "\(path) holds no cookies; remove it, and \(path).old, to begin with an empty jar"
        }
    }
}

/// The file of a jar, which belongs to it as long as both live.
final class CookieFile: Sendable {
    /// The cookies of a jar after so many changes.
    struct Snapshot: Sendable {
        let cookies: [Cookie]
        let version: Int
    }

    private let url: URL
    private let keepsSessionCookies: Bool
    /// Held by name, because the file itself is replaced.
    private let lock: LockedFile
    private let queue = DispatchQueue(label: "CookieFile")
    /// The version that was written last.
    private let written = LockedValue(0)

    private var old: URL { url.appendingPathExtension("old") }
    private var new: URL { url.appendingPathExtension("new") }

    init(_ url: URL, keepsSessionCookies: Bool) throws {
        guard let lock = try LockedFile(url.appendingPathExtension("lock")) else {
            throw CookieFileError.inUse(path: url.path)
        }
        (self.url, self.keepsSessionCookies, self.lock) = (url, keepsSessionCookies, lock)
    }

    /// The cookies of the file. If it is damaged, those of the one before.
    func load() throws -> [Cookie] {
        let found = [url, old].compactMap { try? Data(contentsOf: $0) }
        guard !found.isEmpty else { return [] }
        for data in found {
            if let cookies = try? JSONDecoder().decode([Cookie].self, from: data) { return cookies }
        }
        throw CookieFileError.unreadable(path: url.path)
    }

    /// Writes the cookies of `latest`, and waits for it. Returns nil if they were written already.
    func save(_ latest: @escaping @Sendable () -> Snapshot) async -> Result<Void, any Error>? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.saveHere(latest)) }
        }
    }

    /// The same on the calling thread, which it blocks.
    func saveNow(_ latest: () -> Snapshot) -> Result<Void, any Error>? {
        queue.sync { saveHere(latest) }
    }

    /// Only on the queue, so that versions are written in their order.
    private func saveHere(_ latest: () -> Snapshot) -> Result<Void, any Error>? {
        let snapshot = latest()
        guard snapshot.version > written.withLock({ $0 }) else { return nil }
        let result = Result { try write(snapshot.cookies.filter { keepsSessionCookies || $0.expires != nil }) }
        if case .success = result { written.withLock { $0 = snapshot.version } }
        return result
    }

    private func write(_ cookies: [Cookie]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(cookies)
        unlink(new.path)
        let descriptor = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        // For a moment there is only the old one, which `load` then takes.
        if rename(url.path, old.path) != 0, errno != ENOENT { throw POSIXError.last }
        guard rename(new.path, url.path) == 0 else { throw POSIXError.last }
    }
}
