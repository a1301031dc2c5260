import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a jar cannot use its file.
public enum CookieFileError: Error, Hashable, CustomStringConvertible {
    /// Another jar, in this process or another one, uses the file.
    case inUse(path: String)
    /// Neither the file nor the previous one, `.old`, contains cookies. Remove both to start with an empty jar.
    case unreadable(path: String)

    /// What happened, and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .inUse(let path): "another cookie jar uses \(path)"
        case .unreadable(let path): "\(path) contains no cookies; remove it and \(path).old to start with an empty jar"
        }
    }
}

/// The file of a jar. It is locked while this object exists.
final class CookieFile: Sendable {
    /// The cookies of a jar, and the number of changes so far.
    struct Snapshot: Sendable {
        let cookies: [Cookie]
        let version: Int
        /// The number of removals.
        let removalCount: Int
    }

    private let url: URL
    private let keepsSessionCookies: Bool
    /// A separate file, because the file of the cookies is replaced.
    private let lock: LockedFile
    private let queue = DispatchQueue(label: "CookieFile")
    private let state = LockedValue(State())

    private struct State: Sendable {
        /// The version that was written last.
        var written = 0
        /// The number of removals when it was written.
        var removalCount = 0
        /// Whether the cookies came from `old`, because the file is damaged.
        var isDamaged = false
        /// The error of the last write.
        var error: (any Error)?
    }

    private var old: URL { url.appendingPathExtension("old") }
    private var new: URL { url.appendingPathExtension("new") }

    init(_ url: URL, keepsSessionCookies: Bool) throws {
        guard let lock = try LockedFile(url.appendingPathExtension("lock")) else {
            throw CookieFileError.inUse(path: url.path)
        }
        (self.url, self.keepsSessionCookies, self.lock) = (url, keepsSessionCookies, lock)
    }

    /// The error that prevented the last change from being written.
    var error: (any Error)? { state.withLock(\.error) }

    /// Reads the cookies. If the file is missing or damaged, reads the previous one. Throws if a file exists but cannot
    /// be read, because it must not be replaced then.
    func load() throws -> [Cookie] {
        let found = try [url, old].compactMap(Self.content)
        guard !found.isEmpty else { return [] }
        for (index, data) in found.enumerated() {
            guard let cookies = try? JSONDecoder().decode([Cookie].self, from: data) else { continue }
            state.withLock { $0.isDamaged = index > 0 }
            return cookies
        }
        throw CookieFileError.unreadable(path: url.path)
    }

    private static func content(_ file: URL) throws -> Data? {
        do {
            let data = try Data(contentsOf: file)
            // The file may come from elsewhere.
            chmod(file.path, 0o600)
            return data
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    /// Writes the cookies of `latest` if they changed, and suspends until they are written.
    func save(_ latest: @escaping @Sendable () -> Snapshot) async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.saveHere(latest)
                continuation.resume()
            }
        }
    }

    /// Writes the cookies of `latest` if they changed, and blocks the thread until they are written.
    func saveNow(_ latest: () -> Snapshot) {
        queue.sync { saveHere(latest) }
    }

    /// Runs on the queue, which keeps the versions in order.
    private func saveHere(_ latest: () -> Snapshot) {
        let (snapshot, state) = (latest(), state.withLock { $0 })
        guard snapshot.version > state.written else { return }
        do {
            let cookies = snapshot.cookies.filter { keepsSessionCookies || $0.expires != nil }
            // Removed cookies, as after a logout, must not stay in the previous file.
            let isRemoval = snapshot.removalCount > state.removalCount
            try write(cookies, keepsPrevious: !isRemoval && !state.isDamaged)
            if isRemoval { unlink(old.path) }
            self.state.withLock { $0 = State(written: snapshot.version, removalCount: snapshot.removalCount) }
        } catch {
            self.state.withLock { $0.error = error }
        }
    }

    private func write(_ cookies: [Cookie], keepsPrevious: Bool) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(cookies)
        unlink(new.path)
        let descriptor = try PrivateFile.open(new.path, O_WRONLY | O_CREAT | O_EXCL)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        // A damaged file must not replace the good one, from which the cookies came. Between the two calls, only `old`
        // exists, and `load` reads that.
        if keepsPrevious {
            // Another program may have replaced the file, or made it public.
            chmod(url.path, 0o600)
            if rename(url.path, old.path) != 0, errno != ENOENT { throw POSIXError.last }
        }
        guard rename(new.path, url.path) == 0 else { throw POSIXError.last }
        try synchronizeFolder()
    }

    /// Makes the new names survive a power loss.
    private func synchronizeFolder() throws {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError.last }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError.last }
    }
}
