import AbstractHTTP
import Foundation
import Testing

/// The text of a body, in the charset that its Content-Type names.
@Suite struct CharsetTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var contentType: String?
        var bytes: [UInt8]
        /// Nil if the bytes are not readable.
        var text: String?
        var testDescription: String { contentType ?? "no Content-Type" }
    }

    @Test(arguments: [
        Row(contentType: nil, bytes: [0xC3, 0xA9], text: "é"),
        Row(contentType: nil, bytes: [0xFF], text: nil),
        Row(contentType: nil, bytes: [0xEF, 0xBB, 0xBF, 0x41], text: "A"),
        Row(contentType: nil, bytes: [0xED, 0xA0, 0x80], text: nil),
        Row(contentType: nil, bytes: [0x41, 0x00, 0x42], text: "A\u{0}B"),
        Row(contentType: "text/plain", bytes: [0xC3, 0xA9], text: "é"),
        Row(contentType: "text/plain; charset=utf-8", bytes: [0xC3, 0xA9], text: "é"),
        Row(contentType: "text/plain; charset=UTF-8", bytes: [0xFF], text: nil),
        Row(contentType: "text/plain; charset=iso-8859-1", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain;CHARSET=\"ISO-8859-1\"", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain; charset=\"iso-8859\\-1\"", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain; boundary=\"a;charset=x\"; charset=latin1", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain; charset; charset=latin1", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain; =; ;charset=latin1 ", bytes: [0xE9], text: "é"),
        Row(contentType: "text/plain; charset=windows-1252", bytes: [0x80], text: "€"),
        Row(contentType: "text/plain; charset=shift_jis", bytes: [0x93, 0xFA, 0x96, 0x7B], text: "日本"),
        Row(contentType: "text/plain; charset=utf-16le", bytes: [0x41, 0x00], text: "A"),
        Row(contentType: "text/plain; charset=utf-16le", bytes: [0x41, 0x00, 0x42], text: nil),
        Row(contentType: "text/plain; charset=utf-16", bytes: [0xFE, 0xFF, 0x00, 0x41, 0x00], text: nil),
        Row(contentType: "text/plain; charset=utf-32be", bytes: [0, 0, 0, 0x41], text: "A"),
        Row(contentType: "text/plain; charset=utf-32be", bytes: [0, 0, 0, 0x41, 0, 0], text: nil),
        Row(contentType: "text/plain; charset=us-ascii", bytes: [0xFF], text: nil),
        Row(contentType: "text/plain; charset=no-such-charset", bytes: [0x41], text: "A"),
        Row(contentType: "text/plain; charset=no-such-charset", bytes: [0xFF], text: nil),
        Row(contentType: "text/plain; charset=\"unterminated", bytes: [0x41], text: "A"),
        Row(contentType: ";;;;", bytes: [0x41], text: "A"),
    ])
    func bodyTextUsesItsCharset(row: Row) throws {
        var response = Response(statusCode: 200, data: Data(row.bytes))
        response.headers[.contentType] = row.contentType

        guard let text = row.text else {
            #expect(throws: UnreadableText.self) { try TextSpec().parseResponse(response: response) }
            return
        }
        #expect(try TextSpec().parseResponse(response: response) == text)
    }

    /// It takes milliseconds. In quadratic time, it would take hours.
    @Test(.timeLimit(.minutes(5)))
    func unclosedQuotesAreParsedInLinearTime() {
        let value = "text/plain;" + String(repeating: "\"\\", count: 1_000_000)

        #expect(Response(statusCode: 200, headers: ["Content-Type": value], data: Data("a".utf8)).text == "a")
    }

    @Test func responseTextNeverFails() {
        let latin: HTTPHeaders = ["Content-Type": "text/plain; charset=latin1"]

        #expect(Response(statusCode: 500, headers: latin, data: Data([0xE9])).text == "é")
        #expect(Response(statusCode: 500, data: Data([0x41, 0xFF])).text == "A\u{FFFD}")
        #expect(Response(statusCode: 500).text == "")
    }

    @Test func theErrorNamesTheCharset() {
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "text/plain; charset=us-ascii"], data: Data([0xFF]))

        #expect(throws: UnreadableText(charset: "us-ascii")) { try TextSpec().parseResponse(response: response) }
    }
}
