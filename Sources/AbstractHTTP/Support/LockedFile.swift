import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file to which only this process writes while the object exists. Only the current user can read it.
package final class LockedFile: Sendable {
    private let handle: FileHandle

    /// Opens or creates the file, and locks it. Returns nil if another process has locked it. Throws a `POSIXError`,
    /// for example if the path is a symbolic link.
    package init?(_ url: URL) throws {
        var attempt = 1
        while true {
            let descriptor = try PrivateFile.open(url.path, O_RDWR | O_CREAT)
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A file system without locks does not keep anybody from writing.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
            // On some file systems, an open file and the file with its name have different numbers.
            guard Self.isFile(descriptor, at: url) || attempt == Self.mostAttempts else {
                attempt += 1
                continue
            }
            self.handle = handle
            return
        }
    }

    /// Unlocks explicitly. A child process that is starting shares the open file until it runs its program, so closing
    /// the file here would leave the lock to that process.
    deinit {
        flock(handle.fileDescriptor, LOCK_UN)
    }

    private static let mostAttempts = 16

    /// Whether the open file still has its name. The previous owner of the lock may have moved it.
    static func isFile(_ descriptor: Int32, at url: URL) -> Bool {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(url.path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    /// The number of bytes.
    func length() throws -> Int { Int(try handle.seekToEnd()) }

    /// Truncates the file to `length` bytes. The next write appends to it.
    func truncate(to length: Int) throws { try handle.truncate(atOffset: UInt64(length)) }

    /// Appends `data`.
    func append(_ data: Data) throws { try handle.write(contentsOf: data) }

    /// Waits until the bytes are on the disk.
    func synchronize() throws { try handle.synchronize() }

    /// Sets the permissions of the file.
    func setMode(_ mode: mode_t) { PrivateFile.setMode(mode, of: handle.fileDescriptor) }
}

extension URL {
    /// Moves the file to `target` in one step, and replaces an existing file. Throws a `POSIXError`.
    func replace(_ target: URL) throws {
        guard rename(path, target.path) == 0 else { throw POSIXError.last }
    }

    /// Moves the file to `target`. Returns false if something exists there, even a broken link. Throws a `POSIXError`.
    func move(toFree target: URL) throws -> Bool {
        // Creating the file reserves the name.
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
