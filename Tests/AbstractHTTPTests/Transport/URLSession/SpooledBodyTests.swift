import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP

/// Streams that are read before they are sent.
@Suite struct SpooledBodyTests {
    let half = String(repeating: "x", count: 40_000)

    @Test func fewBytesStayInMemory() async throws {
        let spooled = try await SpooledBody(.stream { chunks("a", "b") })

        guard case .data(let data) = spooled else { throw Broken(reason: "a file") }
        #expect(data == Data("ab".utf8))
    }

    @Test func largeBodyIsSpooledToAPrivateFile() async throws {
        let spooled = try await SpooledBody(.stream { [half] in chunks(half, half, half) })

        guard case .file(let file, let length) = spooled else { throw Broken(reason: "no file") }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect(length == 120_000)
        #expect(try Data(contentsOf: file.url) == Data((half + half + half).utf8))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func theFileIsGoneWhenItIsReleased() async throws {
        let url = try await pathOfAReleasedFile()

        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    private func pathOfAReleasedFile() async throws -> URL {
        let spooled = try await SpooledBody(.stream { [half] in chunks(half, half) })
        guard case .file(let file, _) = spooled else { throw Broken(reason: "no file") }
        return file.url
    }
}
