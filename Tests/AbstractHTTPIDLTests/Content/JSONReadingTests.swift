import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Responses that are read from the bytes of a JSON text are the same as those that are read from a tree.
@Suite struct JSONReadingTests {
    private static let texts = [
        #"{"id":1,"note":null,"due":7.5,"weight":1.5,"item":{"@type":"book","title":"t","pages":null,"id":7},"items":[{"@type":"game-2","title":"é"},{"@type":"x","a":[1]}],"inner":{"id":2,"address":{"name":"n"}}}"#,
        #"{"\u0069d":1,"id":2,"note":"a\nb","weight":"NaN","item":{"title":"t"},"items":[],"address":{"name":"n","street":1},"sender":null,"code":-1}"#,
        #"[1,"00000000-0000-0000-0000-000000000007",{"kind":"code","text":"x"},{"kind":"codes","texts":["a"]},[1,2],1.5]"#,
        #"{"items":[{"name":"a"},{"name":7},{}],"position":{"after":"x","last":9223372036854775807}}"#,
    ]

    @Test(.longComputation) func sameValuesAsFromATree() throws {
        var mutation = Mutation(seed: 54)
        var answers = 0
        for number in 0..<2000 {
            let base = Data(Self.texts[number % Self.texts.count].utf8)
            let text = number < Self.texts.count ? base : mutation.changed(base)
            for read in Self.readings {
                // A tree has an integer for -0, which has no sign.
                let direct = read(text, nil)?.replacing("(-0.0)", with: "(0.0)")
                let tree = read(text, TreeDecoder())
                #expect(direct == tree, "\(String(decoding: text, as: UTF8.self))")
                if direct != nil { answers += 1 }
            }
        }
        #expect(answers > 2000)
    }

    private static let readings: [@Sendable (Data, TreeDecoder?) -> String?] = [
        { FindParcelResponse200.text($0, $1) }, { PatchParcelsIdResponse.text($0, $1) },
        { FindParcelFailure429.text($0, $1) }, { PostParcelIDsResponse.text($0, $1) },
        { PostItemsResponse.text($0, $1) }, { GetItemsResponse.text($0, $1) }, { PayParcelResponse.text($0, $1) },
    ]

    /// A text that has no index is read as a tree, which says what is wrong.
    @Test(arguments: [
        ("{\"id\": 1,}", "line 1, column 10"), ("{\"id\": 1e999}", "does not fit"),
        (String(repeating: "{\"inner\":", count: 65) + "1" + String(repeating: "}", count: 65), "deeper than 64"),
    ])
    func textThatIsNotValidIsRefusedWithItsPlace(_ text: String, _ reason: String) throws {
        let response = HTTPResponse(statusCode: 200, data: Data(text.utf8))
        let error = #expect(throws: DecodingError.self) {
            try PatchParcelsIdResponse(rawResponse: response, configuration: BaseConfiguration())
        }
        let message = "\(try #require(error))"
        #expect(message.contains(reason), "\(message)")
    }

    @Test func otherEncodingOfUnicodeIsRead() throws {
        let text = try #require(#"{"id": 1, "note": "é"}"#.data(using: .utf16LittleEndian))
        let response = HTTPResponse(statusCode: 200, data: text)
        #expect(try PatchParcelsIdResponse(rawResponse: response, configuration: BaseConfiguration()).body?.id == 1)
    }
}

extension GeneratedResponse {
    /// The response, or what is wrong with its content. Nil if the text is not JSON.
    fileprivate static func text(_ data: Data, _ decoder: TreeDecoder?) -> String? {
        var configuration = BaseConfiguration()
        configuration.decoder = decoder
        do {
            return "\(try Self(rawResponse: HTTPResponse(statusCode: 200, data: data), configuration: configuration))"
        } catch let error as ContentReadingError {
            return "\(error)"
        } catch {
            return nil
        }
    }
}

/// Decodes with the JSON decoder, but is of another type, so that the content is a tree.
private struct TreeDecoder: ContentDecoder {
    func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try JSONContentDecoder().decode(type, from: response)
    }
}
