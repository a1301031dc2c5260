import JSONBytes
import Testing

@Suite struct JSONDocumentTests {
    @Test func membersKeepTheirOrderAndTheirPlaces() throws {
        let text = "{\"b\": [1, -2.50],\n  \"a\": {\"\\u00e9\": null}, \"b\": true}"
        let document = try JSONDocument(Array(text.utf8))
        let members = try #require(document.root.members)

        #expect(members.map(\.key) == ["b", "a", "b"])
        #expect(members.map { document.place(of: $0.start).line } == [1, 2, 2])
        #expect(members.map { document.place(of: $0.value.start).column } == [7, 8, 31])
        guard case .number(let number)? = members[0].value.elements?[1].content else {
            Issue.record("there is no number")
            return
        }
        #expect(number == "-2.50")
        #expect(members[1].value.members?.map(\.key) == ["é"])
        #expect(document.root["b"]?.boolean == true && document.root["c"] == nil)
    }

    @Test(arguments: ["", "{", "[1,]", "{} x", "nul", String(repeating: "[", count: 100_000)])
    func textThatIsNotJSONIsRefused(_ text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
    }
}
