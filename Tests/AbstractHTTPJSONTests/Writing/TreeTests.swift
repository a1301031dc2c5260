import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import Testing

/// Trees are written with the bytes of the encoder, and without going through Foundation.
struct TreeTests {
    @Test(
        arguments: [
            [:], [], nil, true, -7, 1.5, "a\n\"\u{1}é", ["b": 1, "a": [nil, 2.5e100, ["é": "x", "e": 0]], "": false],
        ] as [HTTPContent])
    func bytesAreThoseOfTheEncoder(content: HTTPContent) throws {
        #expect(try content.encoded(by: JSONContentEncoder()) == JSONContentEncoder().data(of: content))
    }

    @Test func datesBytesAndDecimalsAreWritten() throws {
        let content: HTTPContent = .array([
            .date(Date(timeIntervalSince1970: 60)), .data(HTTPData(Data("a".utf8))),
            .number(HTTPContent.Number(Decimal(string: "0.10") ?? 0)), .number(HTTPContent.Number(UInt64.max)),
        ])

        for encoder in [JSONContentEncoder(), JSONContentEncoder(dates: .secondsSince1970)] {
            #expect(try content.encoded(by: encoder) == encoder.data(of: content))
        }
    }

    @Test func lastOfTwoEqualKeysCounts() throws {
        let content = HTTPContent.dictionary(HTTPContent.Members([("a", 1), ("b", 2), ("a", 3)]))

        #expect(try write(content) == #"{"a":3,"b":2}"#)
        #expect(try JSONContentEncoder().data(of: content) == Data(#"{"a":3,"b":2}"#.utf8))
    }

    @Test func keysOfATreeAreNotConverted() throws {
        #expect(try write(["homePage": 1] as HTTPContent, by: .json(keys: .snakeCase)) == #"{"homePage":1}"#)
    }

    @Test func fileIsRefusedWithItsPlace() {
        let content: HTTPContent = ["a": [.file(HTTPFile(URL(filePath: "/x")))]]

        #expect(throws: HTTPContentError(path: "a[0]", reason: .file)) { try write(content) }
    }
}
