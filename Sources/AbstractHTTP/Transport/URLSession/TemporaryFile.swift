import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file in the temporary folder that is deleted when it is released.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTP-\(UUID().uuidString)")

    /// Creates an empty file that no other user can read. Throws a `POSIXError`.
    init() throws {
        close(try PrivateFile.open(url.path, O_WRONLY | O_CREAT | O_EXCL))
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
