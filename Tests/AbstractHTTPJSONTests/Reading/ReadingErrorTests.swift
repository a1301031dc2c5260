import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import Testing

/// An error says where the text is wrong: with the coding path, the line, and the column.
struct ReadingErrorTests {
    @Test(arguments: [
        (#"[{"name":7}]"#, "[0].name", "line 1, column 10: expected a string, but found a number"),
        ("[\n  {\"name\": []}]", "[0].name", "line 2, column 12: expected a string, but found an array"),
        (#"[{"name":"a"},{"name":null}]"#, "[1].name", "line 1, column 23: expected a string, but found null"),
        (#"[{"name":"a","born":5}]"#, "[0].born", "line 1, column 21: 5 is not a date in ISO 8601"),
        (
            #"[{"name":"a","extra":[1,{"b":01}]}]"#, "[0].extra[1].b",
            "line 1, column 30: the text is not JSON: a number begins with a zero"
        ),
        (
            #"[{"name":"a",}]"#, "[0]",
            "line 1, column 14: the text is not JSON: an array or an object ends with a comma"
        ),
        (
            #"[{"name":"\ud800"}]"#, "[0].name",
            "line 1, column 11: the text is not JSON: an escape is half of a surrogate pair"
        ),
        (#"[{"name":"\x"}]"#, "[0].name", "line 1, column 11: the text is not JSON: an escape is not valid"),
        (
            "[{\"name\":\"a\tb\"}]", "[0].name",
            "line 1, column 12: the text is not JSON: a string has a control character without an escape"
        ),
        (#"[{"name":"a"}"#, "[0]", "line 1, column 14: the text is not JSON: it ends too early"),
        (#"[{"name":"a}"#, "[0].name", "line 1, column 13: the text is not JSON: a string does not end"),
        (
            #"[{"name" "a"}]"#, "[0].name",
            "line 1, column 10: the text is not JSON: this character is not expected here"
        ),
        (#"[{"name":"a"}] 1"#, "", "line 1, column 16: the text is not JSON: another value follows"),
        ("", "", "line 1, column 1: the text is not JSON: it ends too early"),
        ("nul", "", "line 1, column 1: the text is not JSON: this character is not expected here"),
    ])
    func errorHasAPlace(text: String, path: String, description: String) throws {
        let fault = try #require(place(of: text, as: [Album.Artist].self))

        #expect(fault.path == path)
        #expect(fault.description.hasPrefix(description), "\(fault.description)")
    }

    @Test func missingKeyHasThePlaceOfItsObject() throws {
        let fault = try #require(place(of: "[{\"name\":\"a\"},\n {\"born\":null}]", as: [Album.Artist].self))

        #expect(fault.path == "[1]")
        #expect(fault.description == #"line 2, column 2: no value for the key "name""#)
    }

    @Test func integerThatDoesNotFitIsNamed() throws {
        let fault = try #require(place(of: #"{"a":[1,300]}"#, as: [String: [UInt8]].self))

        #expect(fault.path == "a[1]")
        #expect(fault.description == "line 1, column 9: the number 300 does not fit in UInt8")
    }

    @Test func errorOfFoundationHasTheWholePath() throws {
        let fault = try #require(
            place(of: #"{"name":"a","price":{"cents":"x"},"parts":[]}"#, as: Shop.Item.self))

        #expect(fault.path == "price.cents")
        #expect(fault.description.hasPrefix("line 1, column 21: "))
    }

    @Test func errorsHaveTheRemediesOfOtherDecoders() {
        let error = #expect(throws: DecodingError.self) { try read(#"{"Name":"a"}"#, as: Album.Artist.self) }

        #expect("\(error.map { "\($0)" } ?? "")".contains(#"the body has "Name", so write that in the CodingKeys"#))
    }

    @Test func valuesDoNotAppearInErrors() throws {
        let fault = try #require(place(of: #"[{"name":{"secret":"hunter2"}}]"#, as: [Album.Artist].self))

        #expect(!fault.description.contains("hunter2"))
    }

    /// The path and the description of the error.
    private func place(of text: String, as type: (some JSONReadable).Type) -> (path: String, description: String)? {
        do {
            _ = try type.decode(Data(text.utf8), by: JSONContentDecoder())
            return nil
        } catch let error as DecodingError {
            let path = error.context.codingPath.reduce(into: "") { path, key in
                path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
            }
            return (path, error.context.debugDescription)
        } catch {
            return nil
        }
    }
}
