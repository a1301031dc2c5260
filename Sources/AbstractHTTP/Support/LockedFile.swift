import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that this process alone writes to, for as long as the object lives or until it is closed.
package final class LockedFile: Sendable {
    private let handle: FileHandle

    /// Opens the file, or makes it, and locks it; nil when another process has locked it. Throws a `POSIXError`, also
    /// for a link in its place.
    package init?(_ url: URL) throws {
        var attempt = 1
        while true {
            let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else { throw POSIXError.last }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A file system that knows no locks does not keep anybody from writing.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
            // Some file systems number an open file otherwise than its name.
            guard Self.isFile(descriptor, at: url) || attempt == Self.mostAttempts else {
                attempt += 1
                continue
            }
            self.handle = handle
            return
        }
    }

    /// Takes the lock back by name: a process that is being started has the open file, too, until it becomes another
    /// program, and closing it here would leave the lock to that one.
    deinit {
        flock(handle.fileDescriptor, LOCK_UN)
    }

    private static let mostAttempts = 16

    /// Whether the open file has the name still: who had it locked may have moved it meanwhile.
    static func isFile(_ descriptor: Int32, at url: URL) -> Bool {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(url.path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    /// The number of bytes.
    func length() throws -> Int { Int(try handle.seekToEnd()) }

    /// Cuts the file to `length` bytes; what is written next is appended.
    func truncate(to length: Int) throws { try handle.truncate(atOffset: UInt64(length)) }

    /// Appends `data`.
    func append(_ data: Data) throws { try handle.write(contentsOf: data) }

    /// Waits until the bytes are on the disk.
    func synchronize() throws { try handle.synchronize() }
}

extension URL {
    /// Moves the file to `target`, in place of what is there, in one step. Throws a `POSIXError`.
    func replace(_ target: URL) throws {
        guard rename(path, target.path) == 0 else { throw POSIXError.last }
    }

    /// Moves the file to `target`; returns false when something is there, be it a link that leads nowhere. Throws a
    /// `POSIXError`.
    func move(toFree target: URL) throws -> Bool {
        // Whoever makes the file first has the name.
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0, errno == EEXIST { return false }
        guard descriptor >= 0 else { throw POSIXError.last }
        close(descriptor)
        do {
            try replace(target)
        } catch {
            unlink(target.path)
            throw error
        }
        return true
    }
}
