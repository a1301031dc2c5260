import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import JSONBytes
import TestSupport
import Testing

/// No text can trap, however deep or long it is.
@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
    @JSONModel struct Node {
        var children: [Node]?
    }

    @Test(arguments: ["[", #"{"a":"#, #"[{"children":"#])
    func levelsAreLimitedEverywhere(opening: String) {
        let text = String(repeating: opening, count: 1_000_000)

        #expect(throws: DecodingError.self) { try read(text, as: [Node].self) }
        #expect(throws: DecodingError.self) { try read(text, as: HTTPContent.self) }
        #expect(throws: DecodingError.self) { try read("{\"unknown\":\(text)", as: Node.self) }
    }

    @Test func deepestTextFitsOnASmallStack() async throws {
        let text = String(repeating: #"{"children":["#, count: 255) + "{}" + String(repeating: "]}", count: 255)

        try await onThread(stackSize: 512 << 10) {
            _ = try read(text, as: Node.self)
            try Data(text.utf8).checkJSON()
        }
    }

    @Test(.longComputation) func textOfSpacesIsPassedInOneStep() {
        #expect(throws: DecodingError.self) { try read(String(repeating: " ", count: 64 << 20), as: Node.self) }
    }

    @Test(arguments: [1, 2, 31, 32, 33, 62, 63, 64, 65, 66, 200])
    func sameDepthIsWrittenAsByTheTree(levels: Int) throws {
        var (direct, plain) = (Node(), PlainNode())
        var content: HTTPContent = 1
        for _ in 1..<levels {
            (direct, plain, content) = (Node(children: [direct]), PlainNode(children: [plain]), [content])
        }
        let encoder = JSONContentEncoder()

        #expect((try? direct.encoded(by: encoder)) == (try? encoder.data(of: plain)))
        #expect((try? content.encoded(by: encoder)) == (try? encoder.data(of: content)))
    }

    private struct PlainNode: Encodable {
        var children: [PlainNode]?
    }
}
