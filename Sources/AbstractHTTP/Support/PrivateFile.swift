import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files and folders that only the current user can read, whatever the umask of the process is.
package enum PrivateFile {
    /// Opens a file, and creates it if it is missing and `flags` contain `O_CREAT`. A file that others can read, for
    /// example one of an earlier version, becomes private.
    ///
    /// - Throws: A `POSIXError`, for example if the path is a symbolic link.
    package static func open(_ path: String, _ flags: Int32) throws(POSIXError) -> Int32 {
        let descriptor = openFile(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        setMode(0o600, of: descriptor)
        return descriptor
    }

    /// Writes `data` to a new file, and then gives it the name `url`. It replaces an existing file in one step.
    ///
    /// - Throws: A `POSIXError` or a `CocoaError`.
    package static func write(_ data: Data, to url: URL) throws {
        let new = url.deletingLastPathComponent().appending(component: ".\(UUID().uuidString).new")
        let descriptor = try open(new.path, O_WRONLY | O_CREAT | O_EXCL)
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            try handle.synchronize()
            guard rename(new.path, url.path) == 0 else { throw POSIXError.last }
        } catch {
            unlink(new.path)
            throw error
        }
    }

    /// Creates a folder, and those above it, unless they exist.
    package static func createFolder(_ url: URL) throws(POSIXError) {
        guard mkdir(url.path, 0o700) != 0 else {
            // The umask may take permissions from the user, too.
            chmod(url.path, 0o700)
            return
        }
        let parent = url.deletingLastPathComponent()
        switch errno {
        case EEXIST where isFolder(url.path): return
        case ENOENT where parent.path != url.path && !url.path.isEmpty:
            try createFolder(parent)
            guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw .last }
            chmod(url.path, 0o700)
        default: throw .last
        }
    }

    /// Reads a file. Returns nil if it is missing, larger than `limit` bytes, not a regular file, or another user's.
    package static func contents(of path: String, limit: Int) -> Data? {
        // Opening a pipe would wait for a writer.
        let descriptor = openFile(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= limit
        else { return nil }
        return read(Int(status.st_size), from: descriptor)
    }

    private static func read(_ count: Int, from descriptor: Int32) -> Data? {
        var data = Data(count: count)
        var length = 0
        let isRead = data.withUnsafeMutableBytes { bytes in
            while length < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[length...])
                let part = platformRead(descriptor, rest.baseAddress, rest.count)
                guard part != 0 else { break }
                guard part > 0 || errno == EINTR else { return false }
                length += max(0, part)
            }
            return true
        }
        return isRead ? data.prefix(length) : nil
    }

    /// Sets the mode of an open file. A file system without modes stays as it is.
    static func setMode(_ mode: mode_t, of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) != 0 || status.st_mode & 0o777 != mode else { return }
        _ = fchmod(descriptor, mode)
    }

    /// The mode that a finished file gets in `folder`: the one that the umask allows. Nil if that is unknown.
    static func publicMode(in folder: URL) -> mode_t? {
        let probe = folder.appending(component: ".\(UUID().uuidString).new")
        let descriptor = openFile(probe.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            unlink(probe.path)
        }
        return mode(of: descriptor)
    }

    private static func mode(of descriptor: Int32) -> mode_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// The permissions of a regular file, or nil if there is none.
    static func mode(at path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & 0o777
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The system's functions, whose names are also those of methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
