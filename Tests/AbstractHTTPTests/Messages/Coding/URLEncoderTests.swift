import AbstractHTTP
import AbstractHTTPTesting
import Testing

@Suite struct URLEncoderTests {
    @Test func unreservedCharactersStay() {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

        #expect(DefaultURLEncoder().encode(unreserved) == unreserved)
    }

    @Test func everyOtherASCIICharacterIsPercentEncoded() {
        for byte in UInt8(0)...127 {
            let character = Character(UnicodeScalar(byte))
            guard !character.isLetter, !character.isNumber, !"-._~".contains(character) else { continue }
            let digits = String(byte, radix: 16, uppercase: true)
            let expected = "%" + (digits.count == 1 ? "0" : "") + digits

            #expect(DefaultURLEncoder().encode(String(character)) == expected)
        }
    }

    @Test(arguments: [
        "": "", " ": "%20", "a b+c/é": "a%20b%2Bc%2F%C3%A9", "日本": "%E6%97%A5%E6%9C%AC", "😀": "%F0%9F%98%80",
        "100%": "100%25", "%41": "%2541", "a=b&c": "a%3Db%26c",
    ])
    func textIsEncodedAsUTF8(text: String, encoded: String) {
        #expect(DefaultURLEncoder().encode(text) == encoded)
    }

    @Test func theEncoderOfTheConfigIsUsedForKeysAndValues() async throws {
        struct Plus: URLEncoder {
            func encode(_ text: String) -> String { text.split(separator: " ").joined(separator: "+") }
        }
        let connector = ScriptedConnector(.response(.text("ok")))
        let config = ConnectionConfig(connector: connector, urlEncoder: Plus())

        _ = try await Connection(TextSpec(urlQuery: ["a b": "c d"]), config: config).response()

        #expect(connector.requests[0].url.query == "a+b=c+d")
    }
}
