import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a folder cannot hold the files of a cache. Another user could put responses into it.
struct CacheFolderError: Error, Hashable, LocalizedError, CustomStringConvertible {
    enum Reason: Hashable {
        /// The folder, or the symbolic link to it, belongs to another user.
        case foreign
        /// The group or everyone can write to the folder.
        case writable
    }

    let path: String
    let reason: Reason

    /// What is wrong, and what to do.
    var description: String {
        switch reason {
        case .foreign:
            "the cache folder \(path.inOneLine) belongs to another user; choose a folder of the current user"
        case .writable:
            """
            other users can write to the cache folder \(path.inOneLine); take that permission away (chmod go-w), or \
            choose a folder to which only the current user can write
            """
        }
    }

    var errorDescription: String? { description }
}

extension URL {
    /// Throws a ``CacheFolderError`` unless this is a folder of the current user to which nobody else can write.
    ///
    /// The path may be a symbolic link of the current user, or of the system, to such a folder.
    func checkCacheFolder() throws {
        var (link, folder) = (stat(), stat())
        guard lstat(path, &link) == 0, stat(path, &folder) == 0 else { throw POSIXError.last }
        guard folder.st_mode & S_IFMT == S_IFDIR else { throw POSIXError(.ENOTDIR) }
        guard folder.st_uid == geteuid(), link.st_uid == geteuid() || link.st_uid == 0 else {
            throw CacheFolderError(path: path, reason: .foreign)
        }
        guard folder.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw CacheFolderError(path: path, reason: .writable) }
    }
}
