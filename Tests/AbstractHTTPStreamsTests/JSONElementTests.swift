import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The elements of a JSON array, from a body that is still arriving.
@Suite(.timeLimit(.minutes(5))) struct JSONElementTests {
    @Test(
        arguments: [
            ("[]", nil, []), (" [ ] ", nil, []), ("[1]", nil, ["1"]), ("[1,2 , 3]", nil, ["1", "2", "3"]),
            (
                #"[{"a":[1,{"b":"]}"}]},"x,\"]",null,-1.5e3]"#, nil,
                [#"{"a":[1,{"b":"]}"}]}"#, #""x,\"]""#, "null", "-1.5e3"]
            ),
            ("\u{FEFF}[1,2]", nil, ["1", "2"]), ("[[1,2],[]]\n", nil, ["[1,2]", "[]"]),
            ("[\"\\\\\",\"\"]", nil, [#""\\""#, #""""#]),
            (#"{"items":[1,2]}"#, "items", ["1", "2"]),
            (#"{"count":2,"meta":{"items":[9]},"items":[{"a":1}],"next":"]}","more":[1]}"#, "items", [#"{"a":1}"#]),
            (#"{"it\u0065ms" : [ 1 ] }"#, "items", ["1"]), (#"{"items":[],"items":[1]}"#, "items", []),
        ] as [(String, String?, [String])])
    func elementsAreFoundAtEverySplit(text: String, key: String?, elements: [String]) throws {
        try expectAtEverySplit(of: text, JSONArrayParser(key: key), elements)
    }

    @Test(
        arguments: [
            ("[1", nil, .truncated), ("[1,", nil, .truncated), ("[\"a", nil, .truncated), ("", nil, .truncated),
            ("[1,]", nil, .unexpected(0x5D)), ("[,1]", nil, .unexpected(0x2C)), ("[1 2]", nil, .unexpected(0x32)),
            ("[1]]", nil, .unexpected(0x5D)), ("[1}", nil, .unexpected(0x7D)), ("7", nil, .notAnArray(key: nil)),
            ("[1]", "items", .notAnArray(key: "items")), (#"{"items":{}}"#, "items", .notAnArray(key: "items")),
            ("{}", "items", .notAnArray(key: "items")), (#"{"items":[1]"#, "items", .truncated),
            (#"{"items":[1],}"#, "items", .unexpected(0x7D)), (#"{"items" 1}"#, "items", .unexpected(0x31)),
            (#"{"a":1 "items":[]}"#, "items", .unexpected(0x22)), (#"{1:2}"#, "items", .unexpected(0x31)),
        ] as [(String, String?, InvalidJSONArray)])
    func anotherTextIsAnError(text: String, key: String?, error: InvalidJSONArray) {
        for chunks in [[Data(text.utf8)], text.utf8.map { Data([$0]) }] {
            #expect(throws: error) { _ = try elements(of: chunks, JSONArrayParser(key: key)) }
        }
    }

    @Test func memoryIsThatOfOneElement() throws {
        #expect(throws: StreamLimitExceeded.self) {
            try elements(of: [Data("[[1,2]]".utf8)], JSONArrayParser(limit: 4))
        }
        // What is skipped is not kept, so it has no limit.
        let text = #"{"skipped":""# + String(repeating: "x", count: 100) + #"","items":[12,34]}"#

        #expect(try elements(of: [Data(text.utf8)], JSONArrayParser(key: "items", limit: 12)).count == 2)
    }

    @Test func elementsAreReadBeforeTheBodyEnds() async throws {
        let body = ScriptedBody()
        body.send(#"{"items":[{"text":"a"},{"te"#)
        var texts = ResponseBody(body).jsonElements(of: Delta.self, key: "items").makeAsyncIterator()

        #expect(try await texts.next()?.text == "a")
        body.send(#"xt":"b"}],"next":null}"#)
        body.finish()
        #expect(try await texts.next()?.text == "b")
        #expect(try await texts.next() == nil)
    }

    @Test func elementThatIsNotAValueIsNumbered() async throws {
        let elements = ResponseBody(Data(#"[{"text":"a"},{"text":1}]"#.utf8)).jsonElements(of: Delta.self)

        let error = await #expect(throws: StreamElementError.self) { for try await _ in elements {} }

        #expect(error?.number == 2)
    }

    @Test func objectInPlaceOfTheArrayIsAnError() async throws {
        let elements = ResponseBody(Data(#"{"a":[1]}"#.utf8)).jsonElements(of: Delta.self)

        let error = await #expect(throws: StreamElementError.self) { for try await _ in elements {} }

        #expect(error?.description.contains("name the key of the array") == true)
    }

    @Test func errorOfTheServerInPlaceOfTheArrayIsTheFailureModel() async {
        let answer = StreamAnswer(.json, #"{"error":{"message":"closed"}}"#)

        let error = await failure {
            for try await _ in try await Connection(
                Chat<JSONElements<Delta>, HTTPContent>(), config: answer.config
            ).response() {}
        }

        #expect(error?.type == .invalidResponse && error?.failureModel is HTTPContent)
    }
}
