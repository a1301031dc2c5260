import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP

/// The lines of a body.
@Suite struct LinesTests {
    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
            ("a\rb\r", ["a", "b"]), ("\n\n", ["", ""]), ("\r\n\r\n", ["", ""]), ("\r\r\n\n", ["", "", ""]),
            ("a\n\nb\n", ["a", "", "b"]), ("\u{E4}\n\u{1D11E}", ["\u{E4}", "\u{1D11E}"]),
        ] as [(String, [String])], [1, 2, 3, 100])
    func linesAreSplitAcrossChunks(row: (text: String, lines: [String]), size: Int) async throws {
        let bytes = Array(row.text.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) }
        let body = ResponseBody(
            AsyncStream {
                for chunk in chunks { $0.yield(chunk) }; $0.finish()
            })

        var lines: [String] = []
        for try await line in body.lines { lines.append(line) }

        #expect(lines == row.lines)
    }

    @Test func aLineThatIsTooLongIsAnError() async throws {
        let body = ResponseBody(Data("abc\nabcd\n".utf8))

        var lines = body.lines(limit: 3).makeAsyncIterator()

        #expect(try await lines.next() == "abc")
        await #expect(throws: StreamLimitExceeded(.line, limit: 3)) { try await lines.next() }
        #expect(try await lines.next() == nil)
    }

    @Test func aBodyIsCollectedUpToItsLimit() async throws {
        #expect(try await ResponseBody(Data("abc".utf8)).collected(limit: 3) == Data("abc".utf8))
        await #expect(throws: BodyTooLarge(limit: 2)) { try await ResponseBody(Data("abc".utf8)).collected(limit: 2) }
    }

    @Test func aQueryIsReadAndChangedByKey() {
        var query: URLQuery = ["a": 1]
        query.addFlag("b")
        query.add("a", "2")

        #expect(query["a"] == "1" && query["b"] == nil && query["c"] == nil && query[all: "a"] == ["1", "2"])
        query["a"] = "3"
        query["c"] = "4"
        query["b"] = nil

        #expect(query.encoded(by: DefaultURLEncoder()) == "a=3&c=4")
    }
}
