import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The parsers without I/O, each at every split of its input.
@Suite(.timeLimit(.minutes(5))) struct ParserTests {
    @Test func textOfAServerIsEscapedInDescriptions() async throws {
        let event = ServerSentEvent(type: terminalControls, data: terminalControls, lastEventID: terminalControls)
        let body = Data("\"\(terminalControls.replacing("\r\n", with: ""))\"\n".utf8)
        let lines = JSONLines<HTTPMethodName>(ResponseStream(Response(statusCode: 200, data: body)))
        let error = await #expect(throws: (any Error).self) { for try await _ in lines {} }

        #expect("\(event)".controlsOfTerminal == [])
        #expect(error is StreamElementError && "\(error.map { "\($0)" } ?? "")".controlsOfTerminal == [])
    }

    /// A type whose decoding error quotes the text.
    private enum HTTPMethodName: String, Decodable, Sendable { case get }

    @Test(
        arguments: [
            ("", []), ("1\n2\n", ["1", "2"]), ("1\r\n2", ["1", "2"]), ("\n\r\n 1 \n\n", ["1"]),
            ("{\"a\":\"b\\r\"}\n[1,\r2]\n", ["{\"a\":\"b\\r\"}", "[1,\r2]"]),
            ("\u{E4}\n\u{1D11E}", ["\u{E4}", "\u{1D11E}"]),
        ] as [(String, [String])])
    func jsonLinesAreTheLinesThatAreNotEmpty(text: String, lines: [String]) throws {
        try expectAtEverySplit(of: text, JSONLineParser(), lines)
    }

    @Test(
        arguments: [
            ("", []), ("\u{1E}{\"a\":1}\n", ["{\"a\":1}"]), ("\u{1E}1\n\u{1E}2\n", ["1", "2"]),
            ("\u{1E}\u{1E}\u{1E}1\n\u{1E}", ["1"]),
            ("\u{1E}{\n\"a\":\n\"}\\\"\"\n}\n\u{1E}[]", ["{\n\"a\":\n\"}\\\"\"\n}", "[]"]),
            ("\u{1E}\"x\"\u{1E}true ", ["\"x\"", "true"]), ("\u{1E} \n\u{1E}null\n", ["null"]),
        ] as [(String, [String])])
    func aJSONTextFollowsARecordSeparator(text: String, texts: [String]) throws {
        try expectAtEverySplit(of: text, JSONTextParser(), texts)
    }

    @Test(
        arguments: [
            ("{}\n", .noSeparator(0x7B)), ("\u{1E}12", .truncated), ("\u{1E}{\"a\":", .truncated),
            ("\u{1E}[1\u{1E}[2]\n", .truncated), ("\u{1E}tru\u{1E}1\n", .truncated),
            ("\u{1E}1\n2\n", .noSeparator(0x32)),
        ] as [(String, InvalidJSONTextSequence)])
    func aTextThatIsCutOffIsAnError(text: String, error: InvalidJSONTextSequence) {
        for chunks in splits(of: text) {
            #expect(throws: error, "\(chunks)") { _ = try elements(of: chunks, JSONTextParser()) }
        }
    }

    /// RFC 7464 writes a line feed after each text, so that a reader need not wait for the next one.
    @Test func aTextIsReturnedAtItsLineFeed() throws {
        var parser = JSONTextParser()
        parser.append(Data("\u{1E}{\"a\":1}\n".utf8))
        #expect(try parser.next() == Data("{\"a\":1}".utf8))
        #expect(try parser.next() == nil)
        #expect(try parser.last() == nil)
    }

    @Test(
        arguments: [
            ("--b--", []), ("--b\r\n\r\n--b--", [""]), ("--b\r\n\r\n\r\n--b--\r\n", [""]),
            ("before\r\n--b \t\r\nA: 1\r\n\r\nx\r\ny\r\n--b\r\n\r\nz\r\n--b--after", ["x\r\ny", "z"]),
            ("--b\r\n\r\n--bc\r\n--b-\r\n--b\rx\r\n--b--", ["--bc\r\n--b-\r\n--b\rx"]),
            ("--b\r\n\r\n\r\n\r\n\r\n--b--", ["\r\n\r\n"]),
        ] as [(String, [String])])
    func partEndsAtABoundaryLine(text: String, parts: [String]) throws {
        for chunks in splits(of: text) {
            let found = try elements(of: chunks, MultipartParser(boundary: "b"))
            #expect(found.map { String(decoding: $0.data, as: UTF8.self) } == parts, "\(chunks)")
        }
    }

    @Test func aPartHasItsHeaderFields() throws {
        let text =
            "--b\r\nContent-Range: bytes 2-4/9\r\nX-A:  1\r\n\t2 \r\nContent-Type: application/json\r\n\r\n[1]\r\n--b--"
        for chunks in splits(of: text) {
            let part = try #require(try elements(of: chunks, MultipartParser(boundary: "b")).first)
            #expect(part.headers["x-a"] == "1 2")
            #expect(part.byteRange == 2..<5)
            #expect(try part.decoded(as: [Int].self) == [1])
        }
    }

    @Test(
        arguments: [
            ("", .truncated), ("--b", .truncated), ("--b\r\n\r\nx\r\n--b\r\n", .truncated),
            ("--b\r\nA: 1\r\n", .truncated),
            ("--b\r\nA 1\r\n\r\n\r\n--b--", .headerField("A 1")), ("--b\r\n: 1\r\n\r\n\r\n--b--", .headerField(": 1")),
            ("--b\r\nA\rB: 1\r\n\r\n\r\n--b--", .headerField("A\rB: 1")),
            ("--b\r\nA: 1\nB: 2\r\n\r\n\r\n--b--", .headerField("A: 1\nB: 2")),
        ] as [(String, InvalidMultipartBody)])
    func malformedMultipartBodyIsAnError(text: String, error: InvalidMultipartBody) {
        for chunks in splits(of: text) {
            #expect(throws: error, "\(chunks)") { _ = try elements(of: chunks, MultipartParser(boundary: "b")) }
        }
    }

    @Test func theErrorOfALimitNamesWhatIsTooLarge() throws {
        expectLimit(.line, EventParser(limit: 10), "data:" + String(repeating: "x", count: 6))
        expectLimit(.line, EventParser(limit: 10), "data:" + String(repeating: "x", count: 6) + "\n\n")
        expectLimit(.event, EventParser(limit: 10), "data:12345\ndata:12345\n\n")
        expectLimit(.line, JSONLineParser(limit: 3), "1234")
        expectLimit(.text, JSONTextParser(limit: 3), "\u{1E}[1,2]\n")
        expectLimit(.part, MultipartParser(boundary: "b", limit: 3), "--b\r\n\r\n12345678")
        expectLimit(.part, MultipartParser(boundary: "b", limit: 3), "--b\r\n\r\n1234\r\n--b--")
        let head = "--b\r\nA: " + String(repeating: "x", count: 70_000)
        expectLimit(.head, MultipartParser(boundary: "b"), head)
        let padding = "--b" + String(repeating: " ", count: 70_000)
        expectLimit(.head, MultipartParser(boundary: "b", limit: 1_024), padding)
        expectLimit(.head, MultipartParser(boundary: "b", limit: 1 << 20), "--b\r\n\r\nx\r\n" + padding)
        #expect(try elements(of: [Data("\u{1E}1\n".utf8)], JSONTextParser(limit: .max)).count == 1)
        #expect(try elements(of: [Data("data:12345\n\n".utf8)], EventParser(limit: 10)).map(\.data) == ["12345"])
        #expect(try elements(of: [Data("123\n".utf8)], JSONLineParser(limit: 3)).count == 1)
        #expect(try elements(of: [Data("\u{1E}[1]\n".utf8)], JSONTextParser(limit: 3)).count == 1)
        let part = Data("--b\r\n\r\n123\r\n--b--".utf8)
        #expect(try elements(of: [part], MultipartParser(boundary: "b", limit: 3)).count == 1)
    }

    @Test func parserEndsAfterATooLargeElement() throws {
        var parser = EventParser(limit: 10)
        parser.append(Data("data:12345\ndata:12345\n\ndata:1\n\n".utf8))
        #expect(throws: StreamLimitExceeded(.event, limit: 10)) { try parser.next() }
        #expect(try parser.next() == nil)
        parser.append(Data("data:1\n\n".utf8))
        #expect(try parser.next() == nil)
    }

    @Test func parserContinuesAfterItsEnd() throws {
        var parser = JSONLineParser()
        parser.append(Data("1".utf8))
        #expect(try parser.last() == Data("1".utf8))
        parser.append(Data("2\n".utf8))
        #expect(try parser.next() == Data("2".utf8))
    }

    /// The time for a line does not depend on the size of its chunk. 100 times the lines take 100 times the steps.
    @Test func crLineParsingTimeIsLinear() throws {
        var parser = EventParser()
        parser.append(Data(String(repeating: "data:\r\r", count: 400_000).utf8))
        var count = 0
        while try parser.next() != nil { count += 1 }
        #expect(count == 400_000)
    }

    /// Each space after a boundary is searched once, whatever the size of the chunks is.
    @Test(.longComputation) func boundaryPaddingTimeIsLinear() throws {
        var parser = MultipartParser(boundary: "b")
        let line = Data(("--b" + String(repeating: " ", count: 60_000) + "x\r\n").utf8)
        for _ in 0..<8 {
            for byte in line {
                parser.append(Data([byte]))
                _ = try parser.next()
            }
        }
        parser.append(Data("--b--".utf8))
        #expect(try parser.last() == nil)
    }

    private func expectLimit<Parser: StreamParser>(_ part: StreamLimitExceeded.Part, _ parser: Parser, _ text: String) {
        let error = #expect(throws: StreamLimitExceeded.self) { _ = try elements(of: [Data(text.utf8)], parser) }
        #expect(error?.part == part)
        let article = part == .event ? "an" : "a"
        #expect(error?.description.hasPrefix("\(article) \(part) of the stream is larger than the limit of ") == true)
    }

}

/// All ways to cut a text into one, two, or three chunks, and into bytes.
func splits(of text: String) -> [[Data]] {
    let bytes = Data(text.utf8)
    var splits = [[bytes], bytes.map { Data([$0]) }]
    for first in 0...bytes.count {
        for second in first...bytes.count {
            splits.append([bytes[..<first], bytes[first..<second], bytes[second...]].map { Data($0) })
        }
    }
    return splits
}

/// Expects the same elements, wherever the text is cut into chunks.
func expectAtEverySplit<Parser: StreamParser>(
    of text: String, _ parser: Parser, _ expected: [String]
) throws where Parser.Element == Data {
    for chunks in splits(of: text) {
        #expect(
            try elements(of: chunks, parser).map { String(decoding: $0, as: UTF8.self) } == expected, "\(chunks)")
    }
}

/// The elements that a parser returns for chunks.
func elements<Parser: StreamParser>(of chunks: [Data], _ parser: Parser) throws -> [Parser.Element] {
    var (parser, elements): (Parser, [Parser.Element]) = (parser, [])
    for chunk in chunks {
        parser.append(chunk)
        while let element = try parser.next() { elements.append(element) }
    }
    while let element = try parser.last() { elements.append(element) }
    return elements
}

/// Published multipart bodies, cut into chunks in many ways.
@Suite(.enabled(if: SharedMaterial.has("vectors/multipart")), .timeLimit(.minutes(5))) struct MultipartParserVectorTests
{
    private struct Vector: Decodable {
        struct Expected: Decodable {
            struct Part: Decodable {
                let name: String
                let dataBase64: String
            }

            let parts: [Part]?
        }

        let id: String
        let boundary: String
        let bodyBase64: String
        let contentTransferEncodings: [String]?
        let expected: Expected
    }

    @Test func everyBodyMatchesItsPublishedParts() throws {
        let vectors = try SharedMaterial.vectors("multipart/parse", of: Vector.self)
        #expect(vectors.count == 20)
        for vector in vectors {
            let body = try #require(Data(base64Encoded: vector.bodyBase64))
            for cut in 0...body.count {
                let chunks = [body[..<cut], body[cut...]].map { Data($0) }
                guard let parts = vector.expected.parts else {
                    #expect(throws: InvalidMultipartBody.self, "\(vector.id)") {
                        _ = try elements(of: chunks, MultipartParser(boundary: vector.boundary))
                    }
                    continue
                }
                let found = try elements(of: chunks, MultipartParser(boundary: vector.boundary))
                #expect(found.count == parts.count, "\(vector.id)")
                // Content-Transfer-Encoding is deprecated (RFC 7578, section 4.7), and not decoded.
                for (part, expected) in zip(found, parts) where part.headers["Content-Transfer-Encoding"] == nil {
                    #expect(part.data == Data(base64Encoded: expected.dataBase64), "\(vector.id) \(expected.name)")
                }
            }
        }
    }
}
