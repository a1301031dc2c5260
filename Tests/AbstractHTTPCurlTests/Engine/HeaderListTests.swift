import AbstractHTTP
import Testing

@testable import AbstractHTTPCurl

/// The header fields that libcurl is given.
@Suite struct HeaderListTests {
    @Test func fieldsAreComparedByTheirBytes() {
        let headers: HTTPHeaders = ["X-Name": "\u{E9}"]

        #expect(headers.isSame(as: ["X-Name": "\u{E9}"]))
        // The same character, written with two code points.
        #expect(!headers.isSame(as: ["X-Name": "e\u{301}"]))
        #expect(!headers.isSame(as: ["x-name": "\u{E9}"]))
        #expect(!headers.isSame(as: ["X-Name": ""]))
        #expect(!headers.isSame(as: [:]))
    }

    @Test(
        arguments: [
            (["Range": "bytes=0-9"], ["Range: bytes=0-9", "Accept-Encoding: identity"]),
            (["Range": "bytes=0-9", "Accept-Encoding": "br"], ["Range: bytes=0-9", "Accept-Encoding: br"]),
        ] as [(HTTPHeaders, [String])])
    func rangeAsksForNoEncoding(headers: HTTPHeaders, lines: [String]) {
        #expect(headers.curlLines(hasBody: false).map(\.text) == lines)
    }
}
