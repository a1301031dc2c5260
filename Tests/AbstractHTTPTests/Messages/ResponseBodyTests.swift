import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct ResponseBodyTests {
    @Test func chunksArriveUnchangedWithoutEmptyOnes() async throws {
        var received: [Data] = []

        for try await chunk in ResponseBody(chunks("a", "", "bc", "")) { received.append(chunk) }

        #expect(received == [Data("a".utf8), Data("bc".utf8)])
    }

    @Test func bytesComeOneAtATime() async throws {
        var received: [UInt8] = []

        for try await byte in ResponseBody(chunks("a", "", "bc")).bytes { received.append(byte) }

        #expect(received == Array("abc".utf8))
    }

    @Test func bytesOfADataSliceAreItsOwn() async throws {
        var received: [UInt8] = []

        for try await byte in ResponseBody(Data("xabcx".utf8)[1..<4]).bytes { received.append(byte) }

        #expect(received == Array("abc".utf8))
    }

    @Test func anEmptyBodyEndsAtOnce() async throws {
        for try await _ in ResponseBody(Data()) { Issue.record("an empty body has a chunk") }
        for try await _ in ResponseBody(chunks()).bytes { Issue.record("an empty body has a byte") }
    }

    @Test func sourceErrorReachesTheReader() async {
        let body = ScriptedBody()
        body.finish(throwing: Broken())

        await #expect(throws: Broken()) {
            for try await _ in ResponseBody(body) {}
        }
    }
}
