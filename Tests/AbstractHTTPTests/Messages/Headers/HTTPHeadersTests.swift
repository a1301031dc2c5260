import AbstractHTTP
import Testing

@Suite struct HTTPHeadersTests {
    @Test func namesIgnoreCaseAndOrderIsKept() {
        let headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]

        #expect(headers["b"] == "1, 3")
        #expect(headers.values(for: "B") == ["1", "3"])
        #expect(headers.map(\.name.rawValue) == ["B", "a", "b"])
        #expect(headers["A"] == "2")
        #expect(headers["c"] == nil)
    }

    /// In quadratic time, this takes longer than the time limit.
    @Test(.timeLimit(.minutes(5))) func valuesAreJoinedInLinearTime() {
        let value = String(repeating: "x", count: 126)
        let headers = HTTPHeaders((0..<400_000).map { _ in .init(name: "A", value: value) })

        #expect(headers["A"]?.utf8.count == 400_000 * 128 - 2)
    }

    @Test func settingReplacesFieldsAtTheFirstPosition() {
        var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]

        headers["b"] = "4"
        headers["new"] = "5"

        #expect(headers == ["b": "4", "A": "2", "New": "5"])
    }

    @Test func settingNilRemovesAllFieldsOfTheName() {
        var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]

        headers["B"] = nil

        #expect(headers.map(\.name) == ["a"])
    }

    @Test func theDescriptionShowsFieldsWithoutSecrets() {
        let headers: HTTPHeaders = [
            "Accept": "a/b", "authorization": "Bearer secret", "Set-Cookie": "id=secret", "X": "a\r\nb",
            "Location": "https://h/?token=secret",
        ]
        let text = """
            Accept: a/b
            authorization: REDACTED
            Set-Cookie: REDACTED
            X: a\\r\\nb
            Location: https://h/?token=REDACTED
            """

        #expect("\(headers)" == text && String(reflecting: headers) == text)
        #expect("\(headers[0])" == "Accept: a/b" && String(reflecting: headers[1]) == "authorization: REDACTED")
    }

    @Test func addingKeepsExistingValues() {
        var headers: HTTPHeaders = ["Accept": "a/b"]

        headers.add("accept", "c/d")

        #expect(headers[.accept] == "a/b, c/d")
    }

    @Test func dictionaryFieldsAreSortedByName() {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<50).map { ("X-\($0)", "\($0)") })

        #expect(HTTPHeaders(dictionary).map(\.name.rawValue) == dictionary.keys.sorted())
    }

    @Test func equalNamesHashEqually() {
        #expect(Set<HTTPHeaderName>(["Content-Type", "content-type", "CONTENT-TYPE"]).count == 1)
        #expect(HTTPHeaders(["A": "1"]) == HTTPHeaders(["a": "1"]))
        #expect(HTTPHeaders(["A": "x"]) != HTTPHeaders(["A": "X"]))
    }

    @Test func onlyTheCaseOfASCIILettersIsIgnored() {
        #expect(HTTPHeaderName(rawValue: "@") != HTTPHeaderName(rawValue: "`"))
        #expect(HTTPHeaderName(rawValue: "[") != HTTPHeaderName(rawValue: "{"))
    }
}
