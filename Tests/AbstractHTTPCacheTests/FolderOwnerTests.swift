import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Who can read the folder of a cache, and who can write to it.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct FolderOwnerTests {
    @Test func onlyTheOwnerReadsTheFolder() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            for path in [folder.path] + (try files(folder)).map(\.path) {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
            }
        }
    }

    @Test(arguments: [0o777, 0o1777, 0o775, 0o720, 0o702])
    func folderToWhichOthersCanWriteIsRefused(mode: Int) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            chmod(folder.path, mode_t(mode))

            let error = #expect(throws: (any Error).self) { try FolderCacheStore(folder: folder) }

            #expect(error.map { "\($0)" }?.contains("\(folder.path); take that permission away") == true)
            #expect(error?.localizedDescription == error.map { "\($0)" })
            chmod(folder.path, 0o755)
            #expect(throws: Never.self) { try FolderCacheStore(folder: folder) }
        }
    }

    @Test func folderOfAnotherUserIsRefused() async throws {
        try await withFolder { folder in
            // Only the superuser can give a folder away.
            let isSuperuser = geteuid() == 0
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if isSuperuser { chown(folder.path, 65_534, 65_534) }
            let foreign = isSuperuser ? folder : URL(filePath: "/usr")

            let error = #expect(throws: (any Error).self) { try FolderCacheStore(folder: foreign) }

            #expect(error.map { "\($0)" }?.contains("\(foreign.path) belongs to another user") == true)
        }
    }

    @Test func linkToAFolderIsCheckedLikeTheFolder() async throws {
        try await withFolder { root in
            let (folder, link) = (root.appending(component: "folder"), root.appending(component: "link"))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            let store = try FolderCacheStore(folder: link)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            #expect(store.responses(for: "key").count == 1)

            chmod(folder.path, 0o777)
            #expect(throws: (any Error).self) { try FolderCacheStore(folder: link) }
        }
    }

    @Test func layeredStoreUsesNoFolderToWhichOthersCanWrite() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            chmod(folder.path, 0o777)
            let store = LayeredCacheStore(folder: folder)

            store.insert(CacheStoreCase.response("a"), for: "key")

            #expect(store.responses(for: "key").count == 1)
            #expect(try files(folder).isEmpty)
        }
    }

    /// Such a file was put there while others could write to the folder.
    @Test(.enabled(if: geteuid() == 0)) func fileOfAnotherUserIsNotRead() async throws {
        try await withFolder { folder in
            let store = try FolderCacheStore(folder: folder)
            try store.insert(CacheStoreCase.response("a"), for: "key")
            for file in try files(folder) { chown(file.path, 65_534, 65_534) }

            #expect(store.responses(for: "key").isEmpty)
        }
    }
}
