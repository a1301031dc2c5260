import AbstractHTTP
import Testing

@Suite struct HeaderBlockTests {
    @Test func fieldsAreReadInOrderWithoutOuterSpace() {
        let headers = HTTPHeaders(HeaderBlock("HTTP/1.1 200 OK\r\nB:1\r\na: \t 2 \t\r\nEmpty:\r\nb: 3 4\r\n\r\n"))

        #expect(headers == ["B": "1", "a": "2", "Empty": "", "b": "3 4"])
        #expect(headers["b"] == "1, 3 4")
        #expect(headers.values(for: "B") == ["1", "3 4"])
        #expect(headers["c"] == nil)
    }

    @Test func oneFieldIsFoundWithoutReadingTheOthers() {
        let headers = HTTPHeaders(HeaderBlock("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nB: 1\r\nb: 2\r\n\r\n"))

        #expect(headers[.contentType] == "text/plain")
        #expect(headers["b"] == "1, 2")
        #expect(headers["Content-Typ"] == nil)
        #expect(!headers.isRead)
        #expect(headers.count == 3)
        #expect(headers.isRead)
        #expect(headers["b"] == "1, 2")
    }

    @Test func changingACopyLeavesTheOther() {
        let headers = HTTPHeaders(HeaderBlock("HTTP/1.1 200 OK\r\nA: 1\r\n\r\n"))
        var copy = headers

        copy.add("B", "2")
        copy["a"] = "3"

        #expect(headers == ["A": "1"])
        #expect(copy == ["A": "3", "B": "2"])
    }

    @Test func foldedLinesContinueTheValue() {
        let headers = HTTPHeaders(HeaderBlock("HTTP/1.1 200 OK\r\nA: one\r\n two \r\n\tthree\r\nB: x\r\n\r\n"))

        #expect(headers == ["A": "one two three", "B": "x"])
        #expect(headers["a"] == "one two three")
    }

    @Test(arguments: [
        "", "\n", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\n", "\r\n\r\n", ":", "x\n:\n", "x\nno colon\n", "x\n \n \n",
    ])
    func malformedHeadHasNoFields(_ text: String) {
        #expect(HTTPHeaders(HeaderBlock(text)).filter { !$0.name.rawValue.isEmpty }.isEmpty)
    }

    @Test func linesMayEndInALineFeedAlone() {
        #expect(HTTPHeaders(HeaderBlock("HTTP/1.1 200 OK\nA: 1\nB: 2")) == ["A": "1", "B": "2"])
    }
}

extension HeaderBlock {
    fileprivate convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }
}
