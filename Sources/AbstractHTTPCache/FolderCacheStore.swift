import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A store in a folder, with one file for each key. Several processes may use the same folder.
///
/// Only the current user can read the files. The store refuses a folder to which others can write. Files of another
/// user, and files larger than the limit, count as missing.
///
/// A file is written under another name and then renamed, so a crash leaves the old file or the new one. The store does
/// not call `fsync`, so a file may be damaged after a loss of power. A checksum detects that, and the response is not
/// found. A process that writes holds a lock on a separate file in the folder, which the system releases if the process
/// ends.
///
/// When the files are larger than the limit, a task in the background removes the least recently used ones until
/// three quarters of the limit are left.
///
/// ```swift
/// let folder = URL.cachesDirectory.appending(path: "responses")
/// let cache = HTTPCache(store: try FolderCacheStore(folder: folder))
/// ```
public final class FolderCacheStore: CacheStore, SelectiveStore {
    private struct State: Sendable {
        /// The size of the files in bytes. Nil before they are counted.
        var byteCount: Int?
        /// The number of writes since the last count began. Other processes write, too.
        var writes = 0
        /// The size of those writes in bytes.
        var writtenBytes = 0
        var isTrimming = false
        /// The number of counts so far.
        var counts = 0
    }

    /// The folder.
    public let folder: URL
    /// The maximum size in bytes.
    public let limit: Int
    private let folderPath: String
    /// How many milliseconds a writer waits for the lock.
    private let patience: Int
    private let state = LockedValue(State())
    /// After this many writes, the files are counted again.
    private static let writesPerCount = 64

    /// Creates a store, and its folder if it is missing.
    ///
    /// - Parameters:
    ///   - folder: A folder that nothing else uses. It may be a symbolic link of the current user to the folder.
    ///   - limit: The maximum size in bytes. Default: 200 MiB.
    /// - Throws: A `POSIXError` if the folder cannot be created. An error that names the folder and what to do, if the
    ///   folder belongs to another user, or if the group or everyone can write to it.
    public convenience init(folder: URL, limit: Int = 200 << 20) throws {
        try self.init(folder: folder, limit: limit, patience: 1_000)
    }

    /// Creates a store whose writers wait for the lock for `patience` milliseconds.
    package init(folder: URL, limit: Int = 200 << 20, patience: Int) throws {
        (self.folder, self.limit, folderPath) = (folder, max(0, limit), folder.path)
        self.patience = patience
        try createFolder()
        try? removeUnfinished(patience: 0)
    }

    /// The size of all files in bytes.
    public var byteCount: Int { ((try? files()) ?? []).reduce(0) { $0 + $1.byteCount } }

    /// Returns the responses for a key. A damaged file counts as missing.
    public func responses(for key: String) -> [CachedResponse] {
        let path = path(of: key)
        guard let bytes = contents(of: path) else { return [] }
        guard let responses = CacheFile(bytes, key: key)?.responses else {
            unlink(path)
            return []
        }
        _ = utimes(path, nil)
        return responses
    }

    /// Marks the responses for a key as used. The least recently used ones are removed first.
    package func noteUse(of key: String) { _ = utimes(path(of: key), nil) }

    /// Stores a response, unless it is larger than a quarter of the limit.
    public func insert(_ response: CachedResponse, for key: String) throws { _ = try keep(response, for: key) }

    func keep(_ response: CachedResponse, for key: String) throws -> Bool {
        do {
            let insertion = try locked { try insertLocked(response, for: key) }
            noteWrite(of: insertion.byteCount)
            return insertion.isKept
        } catch {
            // An older response must not be used in place of this one. Another process may still restore it.
            unlink(path(of: key))
            throw error
        }
    }

    private func noteWrite(of byteCount: Int?) {
        guard let byteCount else { return }
        let needsTrim = state.withLock { state in
            state.writes += 1
            state.writtenBytes += byteCount
            state.byteCount = state.byteCount.map { $0 + byteCount }
            let isDue = state.byteCount.map { $0 > limit } ?? true || state.writes >= Self.writesPerCount
            guard isDue, !state.isTrimming else { return false }
            state.isTrimming = true
            return true
        }
        if needsTrim { Task.detached(priority: .utility) { [self] in while trimOnce() {} } }
    }

    /// Returns the number of bytes that were written, or nil if the response is too large, and whether it is kept.
    private func insertLocked(
        _ response: CachedResponse, for key: String
    ) throws -> (byteCount: Int?, isKept: Bool) {
        let path = path(of: key)
        let present = contents(of: path).flatMap { CacheFile($0, key: key)?.responses } ?? []
        let inserted = response.insertion(into: present)
        var responses = inserted ?? present
        var bytes = CacheFile(key: key, responses: responses).encoded
        while bytes.count > limit / 4, responses.count > 1 {
            responses.removeFirst()
            bytes = CacheFile(key: key, responses: responses).encoded
        }
        guard bytes.count <= limit / 4 else {
            unlink(path)
            return (nil, false)
        }
        try write(bytes, to: path)
        return (bytes.count, inserted != nil)
    }

    /// Removes the files of a URL. It reads the names of all files.
    public func remove(_ url: String) throws {
        let prefix = Self.prefix(of: url.utf8)
        try lockedIfPossible {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(prefix) {
                unlink(folder.appending(component: name).path)
            }
        }
    }

    /// Removes what is stored for one key.
    package func remove(key: String) { lockedIfPossible { _ = unlink(path(of: key)) } }

    /// Removes the responses for which `isRemoved` returns true. It reads all files. It removes a whole file if that
    /// cannot be read or written, or if another process keeps the lock for too long.
    public func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) throws {
        try? removeUnfinished(patience: 0)
        var patience = patience
        for file in try files() { removeResponses(in: file.url, &patience, where: isRemoved) }
    }

    private func removeResponses(in file: URL, _ patience: inout Int, where isRemoved: (CachedResponse) -> Bool) {
        var bytes = contents(of: file.path)
        while let read = bytes, let content = CacheFile(read, key: nil) {
            // The closure is the caller's, so it runs outside the lock.
            let rest = content.responses.filter { !isRemoved($0) }
            guard rest.count < content.responses.count else { return }
            do {
                let new = CacheFile(key: content.key, responses: rest)
                bytes = try locked(patience: patience) { try replace(read, of: file, by: new) }
                if bytes == nil { return }
            } catch {
                // The other files do not wait for the lock again.
                if case .EWOULDBLOCK? = (error as? POSIXError)?.code { patience = 0 }
                break
            }
        }
        unlink(file.path)
    }

    /// Writes a file again, or removes it if it has no responses anymore. Returns nil, or the content of the file if it
    /// has changed.
    private func replace(_ read: Data, of file: URL, by new: CacheFile) throws -> Data? {
        guard let present = contents(of: file.path) else { throw POSIXError(.ENOENT) }
        guard present == read else { return present }
        if new.responses.isEmpty { unlink(file.path) } else { try write(new.encoded, to: file.path) }
        return nil
    }

    /// Removes the files of processes that ended while they were writing.
    private func removeUnfinished(patience: Int) throws {
        try locked(patience: patience) {
            for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where url.pathExtension == Self.unfinishedSuffix {
                unlink(url.path)
            }
        }
    }

    /// Runs `body` while no other thread and no other process writes to the folder.
    ///
    /// - Throws: A `POSIXError`, such as `EWOULDBLOCK` if another process keeps the lock for too long.
    func locked<Result>(patience: Int? = nil, _ body: () throws -> Result) throws -> Result {
        let patience = patience ?? self.patience
        let descriptor = try openLock()
        defer { close(descriptor) }
        var attempts = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // A file system without locks keeps nobody from writing.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            attempts += 1
            guard attempts < patience else { throw POSIXError(.EWOULDBLOCK) }
            usleep(1_000)
        }
        // A child process that is starting also has the open file, so closing it may not release the lock.
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Runs `removal` under the lock, or without it if another process keeps the lock for some time. That process may
    /// then restore what was removed.
    private func lockedIfPossible(_ removal: () throws -> Void) rethrows {
        if (try? locked(patience: patience / 10, removal)) == nil { try removal() }
    }

    private func openLock() throws -> Int32 {
        let path = folder.appending(component: "lock").path
        for _ in 0..<2 {
            do throws(POSIXError) {
                return try PrivateFile.open(path, O_RDWR | O_CREAT)
            } catch {
                guard error.code == .ENOENT else { throw error }
                // The folder was removed, for example by a user who clears caches.
                try createFolder()
            }
        }
        throw POSIXError(.ENOENT)
    }

    private func createFolder() throws {
        try PrivateFile.createFolder(folder)
        try folder.checkCacheFolder()
    }

    /// The path of the file for a key. Its name has a hash of the first line of the key, and a hash of the other lines,
    /// or 0 if there are none. This is a string because creating a URL takes longer than opening the file.
    private func path(of key: String) -> String {
        let url = key.utf8.prefix { $0 != UInt8(ascii: "\n") }
        let lines = key.utf8.dropFirst(url.count)
        let rest = lines.isEmpty ? "0" : SHA256.hash(lines).prefix(16).hexadecimal
        return "\(folderPath)/\(Self.prefix(of: url))\(rest).\(Self.suffix)"
    }

    private static func prefix(of url: some Collection<UInt8>) -> String {
        SHA256.hash(url).prefix(16).hexadecimal + "-"
    }

    /// Returns the bytes of a file that this user wrote. Nil if there is none, or if it is larger than the limit.
    private func contents(of path: String) -> Data? { PrivateFile.contents(of: path, limit: limit) }

    private static let suffix = "cached"
    private static let unfinishedSuffix = "new"

    private func write(_ bytes: Data, to path: String) throws {
        let new = folder.appending(component: "\(UUID().uuidString).\(Self.unfinishedSuffix)")
        let descriptor = try PrivateFile.open(new.path, O_WRONLY | O_CREAT | O_EXCL)
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: bytes)
            guard rename(new.path, path) == 0 else { throw POSIXError.last }
        } catch {
            unlink(new.path)
            throw error
        }
    }

    private struct File {
        let url: URL
        let byteCount: Int
        let date: Date
    }

    /// A date in the future comes from a clock that has been put back, so it does not count.
    private func files() throws -> [File] {
        let latest = Date().addingTimeInterval(60)
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let urls = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
        return urls.compactMap { url in
            guard url.pathExtension == Self.suffix, let values = try? url.resourceValues(forKeys: keys) else {
                return nil
            }
            let date = values.contentModificationDate.flatMap { $0 <= latest ? $0 : nil }
            return File(url: url, byteCount: values.fileSize ?? 0, date: date ?? .distantPast)
        }
    }

    /// The number of times that the files were counted.
    package var counts: Int { state.withLock(\.counts) }

    /// Counts the files, and removes the least recently used ones if they exceed the limit. Returns whether they exceed
    /// it again, because other files were written meanwhile.
    private func trimOnce() -> Bool {
        try? removeUnfinished(patience: 0)
        state.withLock { ($0.writes, $0.writtenBytes, $0.counts) = (0, 0, $0.counts + 1) }
        let found = (try? files()) ?? []
        // The store does not read these, so others do not make room for them.
        for file in found where file.byteCount > limit { unlink(file.url.path) }
        var files = found.filter { $0.byteCount <= limit }.sorted { $0.date > $1.date }
        var byteCount = files.reduce(0) { $0 + $1.byteCount }
        if byteCount > limit {
            while byteCount > limit / 4 * 3, let oldest = files.popLast() {
                unlink(oldest.url.path)
                byteCount -= oldest.byteCount
            }
        }
        return state.withLock { [byteCount] state in
            // A file that was written during the count may be counted twice. The next count corrects that.
            let total = byteCount + state.writtenBytes
            (state.byteCount, state.isTrimming) = (total, total > limit)
            return state.isTrimming
        }
    }
}

/// The content of a file: a checksum, the key, and the responses.
private struct CacheFile {
    let key: String
    let responses: [CachedResponse]

    init(key: String, responses: [CachedResponse]) {
        (self.key, self.responses) = (key, responses)
    }

    /// Returns nil for damaged bytes, and for a file of another key.
    init?(_ bytes: Data, key: String?) {
        guard bytes.count > 8, bytes.prefix(8).elementsEqual(bytes.dropFirst(8).checksum.bigEndianBytes) else {
            return nil
        }
        var rest = bytes.dropFirst(8)
        guard let found = rest.takePart().map({ String(decoding: $0, as: UTF8.self) }), key == nil || key == found
        else { return nil }
        var responses: [CachedResponse] = []
        while !rest.isEmpty {
            guard let part = rest.takePart(), let response = CachedResponse(encoded: part) else { return nil }
            responses.append(response)
        }
        self.init(key: found, responses: responses)
    }

    var encoded: Data {
        var content = Data()
        for part in [Data(key.utf8)] + responses.map(\.encoded) {
            content.append(contentsOf: UInt64(part.count).bigEndianBytes)
            content.append(part)
        }
        return Data(content.checksum.bigEndianBytes) + content
    }
}

extension Data {
    /// Removes and returns the first part. Its length comes first, in 8 bytes. Returns nil if there is none.
    fileprivate mutating func takePart() -> Data? {
        guard count >= 8, let length = Int(exactly: prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }),
            length <= count - 8
        else { return nil }
        let part = dropFirst(8).prefix(length)
        self = dropFirst(8 + length)
        return part
    }

    /// A hash that changes with every bit, to find damage. It does not protect against a person who edits the file.
    fileprivate var checksum: UInt64 {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
        withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                hash.mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
                offset += 8
            }
            for index in offset..<bytes.count { hash.mix(UInt64(bytes[index])) }
        }
        return hash
    }
}

extension UInt64 {
    fileprivate mutating func mix(_ word: UInt64) {
        self = (self ^ word) &* 0xBF58_476D_1CE4_E5B9
        self ^= self >> 29
    }
}

extension FolderCacheStore: CustomReflectable {
    /// The folder and the limit.
    public var customMirror: Mirror {
        Mirror(self, children: ["folder": folder.path.inOneLine, "limit": limit], displayStyle: .class)
    }
}
