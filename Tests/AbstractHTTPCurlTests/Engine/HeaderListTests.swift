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
}
