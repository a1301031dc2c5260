import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Downloads of one file that overtake each other.
@Suite(.tags(.threadSanitizer)) struct PartialFilesTests {
    let head = ResponseStream(statusCode: 200, body: ResponseBody(Data()))

    @Test func aFileThatIsBeingMovedIntoPlaceIsNotTakenOver() async throws {
        try await withTemporaryFolder { folder in
            let (part, target) = (folder.appending(component: ".a.part"), folder.appending(component: "a"))
            let first = try PartialFiles.shared.open(part, fingerprint: "f", for: head)
            try first.append(Data("first".utf8))
            let placed = try first.finish { url in
                try url.replace(target)
                return target
            }
            let second = try PartialFiles.shared.open(part, fingerprint: "f", for: head)
            try second.append(Data("second".utf8))

            #expect(placed.length == 5)
            #expect(try Data(contentsOf: target) == Data("first".utf8))
            #expect(throws: DownloadError.takenOver(path: part.path)) { try first.append(Data("more".utf8)) }
        }
    }

    @Test func replacedDownloadPlacesNoFile() async throws {
        try await withTemporaryFolder { folder in
            let part = folder.appending(component: ".a.part")
            let first = try PartialFiles.shared.open(part, fingerprint: "f", for: head)
            try first.append(Data("first".utf8))
            let second = try PartialFiles.shared.open(part, fingerprint: "f", for: head)

            #expect(throws: DownloadError.takenOver(path: part.path)) {
                try first.finish { _ in throw Broken(reason: "placed") }
            }
            withExtendedLifetime(second) {}
        }
    }

    /// A process that locks a file just after another process has moved it holds the file at its final place.
    @Test func movedOpenFileIsDetected() async throws {
        try await withTemporaryFolder { folder in
            let (part, target) = (folder.appending(component: "part"), folder.appending(component: "a"))
            try Data("whole".utf8).write(to: part)
            let opened = try FileHandle(forUpdating: part)

            let before = LockedFile.isFile(opened.fileDescriptor, at: part)
            try part.replace(target)
            let moved = LockedFile.isFile(opened.fileDescriptor, at: part)
            try Data("new".utf8).write(to: part)
            let replaced = LockedFile.isFile(opened.fileDescriptor, at: part)

            #expect([before, moved, replaced] == [true, false, false])
        }
    }

    @Test func bytesBeyondTheRangeAreRejected() async throws {
        try await withTemporaryFolder { folder in
            let part = folder.appending(component: ".a.part")
            let response = ResponseStream(
                statusCode: 206, headers: ["Content-Range": "bytes 0-3/4"], body: ResponseBody(Data()))
            let file = try PartialFiles.shared.open(part, fingerprint: "f", for: response)
            try file.append(Data("abc".utf8))

            #expect(throws: DownloadError.wrongPart("more than 4 bytes")) { try file.append(Data("de".utf8)) }
            #expect(try Data(contentsOf: part).isEmpty)
        }
    }
}
