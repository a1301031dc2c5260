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

    @Test func textOfSpacesIsPassedInOneStep() {
        #expect(throws: DecodingError.self) { try read(String(repeating: " ", count: 64 << 20), as: Node.self) }
    }

    @Test func valueThatIsTooDeepIsNotWritten() {
        var node = Node()
        for _ in 0..<100 { node = Node(children: [node]) }

        #expect(throws: HTTPContentError.self) { try write(node) }
    }
}
