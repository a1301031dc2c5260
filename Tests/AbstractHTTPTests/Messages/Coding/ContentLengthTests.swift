import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

@Suite struct ContentLengthTests {
    @Test func missingFieldOrTransferEncodingHasNoLength() throws {
        #expect(try HTTPHeaders().contentLength() == nil)
        #expect(try (["Transfer-Encoding": "chunked", "Content-Length": "x"] as HTTPHeaders).contentLength() == nil)
    }

    @Test(arguments: ["0", "42", "42,42", "42 , 42", "007"])
    func theSameNumberAgainIsTheSameLength(value: String) throws {
        #expect(try (["Content-Length": value] as HTTPHeaders).contentLength() == Int(value.prefix { $0.isNumber }))
    }

    @Test(arguments: ["", "-1", "+1", "1.0", "1,2", "1,", ",1", "01,1", "1 1", "٣", "99999999999999999999"])
    func otherValuesAreInvalid(value: String) {
        #expect(throws: InvalidContentLength.self) { try (["Content-Length": value] as HTTPHeaders).contentLength() }
    }

    /// `output` is what a browser reads of 42 bytes that end with the connection. The parser instead refuses an
    /// unusable value, as RFC 9110, section 8.6, allows.
    @Test(.enabled(if: SharedMaterial.has("vectors/content-length/content-lengths.json")))
    func publishedVectorsAreParsedOrRejected() throws {
        let text = try SharedMaterial.text("vectors/content-length/content-lengths.json")
        for vector in try JSONDecoder().decode([Vector].self, from: Data(text.utf8)) {
            let length = try? vector.headers.contentLength()
            let isUsable = vector.headers.allSatisfy { field in
                field.value.allSatisfy { $0.isNumber || $0 == "," || $0 == " " }
            }

            #expect(length == (isUsable ? vector.output : nil), "\(vector.input)")
        }
    }

    private struct Vector: Decodable {
        var input: String
        var output: Int?

        var headers: HTTPHeaders {
            var headers = HTTPHeaders()
            for line in input.components(separatedBy: "\r\n") {
                let value = line.dropFirst("Content-Length:".count).trimmingCharacters(in: .whitespaces)
                headers.add(.contentLength, value)
            }
            return headers
        }
    }
}
