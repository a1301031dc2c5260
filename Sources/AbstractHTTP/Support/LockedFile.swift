import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that this process alone writes to, for as long as the object lives or until it is closed.
final class LockedFile: Sendable {
    private let handle: FileHandle

    /// Opens the file, or makes it, and locks it; nil when another process has locked it. Throws a `POSIXError`.
    init?(_ url: URL) throws {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError.last }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A file system that knows no locks does not keep anybody from writing.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
    }

    /// The number of bytes.
    func length() throws -> Int { Int(try handle.seekToEnd()) }

    /// Cuts the file to `length` bytes; what is written next is appended.
    func truncate(to length: Int) throws { try handle.truncate(atOffset: UInt64(length)) }

    /// Appends `data`.
    func append(_ data: Data) throws { try handle.write(contentsOf: data) }

    /// Waits until the bytes are on the disk, and closes the file.
    func finish() throws {
        try handle.synchronize()
        try handle.close()
    }
}

extension URL {
    /// Moves the file to `target`, in place of what is there, in one step. Throws a `POSIXError`.
    func replace(_ target: URL) throws {
        guard rename(path, target.path) == 0 else { throw POSIXError.last }
    }
}
