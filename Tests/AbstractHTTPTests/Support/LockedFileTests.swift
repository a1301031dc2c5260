import Foundation
import Testing

@testable import AbstractHTTP

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The lock of a file exists exactly as long as its object.
@Suite struct LockedFileTests {
    @Test func aProcessThatIsBeingStartedDoesNotKeepTheLock() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(component: "a")
            var file = try LockedFile(url)
            #expect(try LockedFile(url) == nil)
            // A process has such a copy between fork and exec.
            let copy = try #require(descriptor(of: url).map(dup))
            defer { close(copy) }
            #expect(file != nil)

            file = nil

            #expect(try LockedFile(url) != nil)
        }
    }

    /// The open file that has the name.
    private func descriptor(of url: URL) -> Int32? {
        (3..<Int32(4_096)).first { LockedFile.isFile($0, at: url) }
    }
}
