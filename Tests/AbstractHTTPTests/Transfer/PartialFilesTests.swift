import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP

/// Downloads of one file that overtake each other.
@Suite struct PartialFilesTests {
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

    @Test func whoWasTakenOverPlacesNothing() async throws {
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

    @Test func aFileThatWasMovedWhileItWasWaitedForIsOpenedAnew() async throws {
        try await withTemporaryFolder { folder in
            let (part, target) = (folder.appending(component: "part"), folder.appending(component: "a"))
            for _ in 0..<200 {
                let writer = try #require(try LockedFile(part))
                try writer.truncate(to: 0)
                try writer.append(Data("whole".utf8))
                async let other = LockedFile(part)
                try part.replace(target)
                try (try await other)?.truncate(to: 0)
                withExtendedLifetime(writer) {}

                #expect(try Data(contentsOf: target) == Data("whole".utf8))
            }
        }
    }

    @Test func moreBytesThanTheRangeHasAreNoneOfTheFile() async throws {
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
