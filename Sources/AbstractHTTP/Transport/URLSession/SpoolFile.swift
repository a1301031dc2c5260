import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file in the temporary folder whose name was removed. The system deletes it when it is released, even after a
/// crash.
final class SpoolFile: Sendable {
    private let descriptor: Int32

    /// Throws a `POSIXError` if the file cannot be created.
    init() throws {
        let path = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTP-XXXXXX").path
        var template = Array(path.utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw POSIXError.last }
        unlink(template)
        // A child process must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// Writes all of `data` at `offset`, in bytes. Throws a `POSIXError`, for example if the disk is full.
    func write(_ data: Data, at offset: Int) throws {
        try data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
                guard count > 0 || errno == EINTR else { throw POSIXError.last }
                written += max(0, count)
            }
        }
    }

    /// Reads the bytes of `range`, which must have been written.
    func read(_ range: Range<Int>) throws -> Data {
        var data = Data(count: range.count)
        let count = try data.withUnsafeMutableBytes { bytes in
            while true {
                let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(range.lowerBound))
                guard count < 0 else { return count }
                guard errno == EINTR else { throw POSIXError.last }
            }
        }
        guard count > 0 else { throw POSIXError(.EIO) }
        return data.prefix(count)
    }
}
