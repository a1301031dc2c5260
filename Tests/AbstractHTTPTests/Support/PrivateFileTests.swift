import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files that only the current user can read.
@Suite(.timeLimit(.minutes(5))) struct PrivateFileTests {
    #if os(macOS) || os(Linux)
        @Test func noUmaskOpensAFileToOthers() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                umask(0)
                let modes = try await PrivateFileTests.modesOfNewFiles()
                check(modes == [0o600, 0o600, 0o600, 0o700, 0o700], "\(modes)")
            }
            #expect(child?.complaint == nil)
        }

        @Test func noUmaskTakesAFileFromItsOwner() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                umask(0o277)
                let modes = try await PrivateFileTests.modesOfNewFiles()
                check(modes == [0o600, 0o600, 0o600, 0o700, 0o700], "\(modes)")
            }
            #expect(child?.complaint == nil)
        }
    #endif

    @Test func fileOfAnEarlierVersionBecomesPrivate() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(component: "a.lock")
            try Data("x".utf8).write(to: url)
            chmod(url.path, 0o666)

            let lock = try LockedFile(url)

            #expect(mode(of: url) == 0o600)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func filesThatAreTooLargeAndPipesAreNotRead() async throws {
        try await withTemporaryFolder { folder in
            let (file, pipe) = (folder.appending(component: "file"), folder.appending(component: "pipe"))
            let link = folder.appending(component: "link")
            try PrivateFile.write(Data("four".utf8), to: file)
            #expect(mkfifo(pipe.path, 0o600) == 0)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)

            #expect(PrivateFile.contents(of: file.path, limit: 4) == Data("four".utf8))
            #expect(PrivateFile.contents(of: file.path, limit: 3) == nil)
            #expect(PrivateFile.contents(of: pipe.path, limit: 4) == nil)
            #expect(PrivateFile.contents(of: link.path, limit: 4) == nil)
        }
    }

    @Test func failedWriteLeavesNothing() async throws {
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            try FileManager.default.createDirectory(
                at: target.appending(component: "b"), withIntermediateDirectories: true)

            #expect(throws: POSIXError.self) { try PrivateFile.write(Data(), to: target) }
            #expect(try names(in: folder) == ["a"])
        }
    }

    /// The modes of files and folders of each kind that the library creates beside others.
    fileprivate static func modesOfNewFiles() async throws -> [mode_t?] {
        let root = URL.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
        try PrivateFile.createFolder(root)
        defer { try? FileManager.default.removeItem(at: root) }
        let (lock, written) = (root.appending(component: "lock"), root.appending(component: "written"))
        let inner = root.appending(path: "outer/inner")
        let (locked, temporary) = (try LockedFile(lock), try TemporaryFile())
        try PrivateFile.write(Data("x".utf8), to: written)
        try PrivateFile.createFolder(inner)
        return withExtendedLifetime((locked, temporary)) {
            [lock, written, temporary.url, inner, inner.deletingLastPathComponent()].map { mode(of: $0) }
        }
    }
}

/// The permissions of a file or a folder.
func mode(of url: URL) -> mode_t? {
    var status = stat()
    return stat(url.path, &status) == 0 ? status.st_mode & 0o777 : nil
}
