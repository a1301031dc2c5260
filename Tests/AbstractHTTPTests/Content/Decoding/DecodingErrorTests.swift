import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What an error says about a body that cannot be decoded: the model, the place, and what to do.
@Suite struct DecodingErrorTests {
    private static let iso8601 =
        #"is not a date in ISO 8601, such as "2026-11-21T09:30:00Z"; set contentDecoder to"#

    @Test(arguments: [
        (
            #"{"id":1,"full_name":"a"}"#,
            #"User: the key "fullName" is missing; the body has "full_name", so set contentDecoder to JSONContentDecoder(keys: .fromSnakeCase)"#
        ),
        (
            #"{"id":1,"FullName":"a"}"#,
            #"User: the key "fullName" is missing; the body has "FullName", so write that in the CodingKeys"#
        ),
        (
            #"{"id":1}"#,
            #"User: the key "fullName" is missing; make the property optional if the server can leave it out"#
        ),
        (
            #"{"id":1,"fullName":"a","home":{"zip_code":"1"}}"#,
            #"User at "home": the key "zipCode" is missing; the body has "zip_code", so set contentDecoder to JSONContentDecoder(keys: .fromSnakeCase)"#
        ),
        (#"{"id":1,"fullName":null}"#, #"User at "fullName": the value is null; make the property optional"#),
        (
            #"{"id":1,"fullName":"a","since":7}"#,
            #"User at "since": 7 \#(iso8601) JSONContentDecoder(dates: .secondsSince1970)"#
        ),
        (
            #"{"id":1,"fullName":"a","since":"7"}"#,
            #"User at "since": "7" \#(iso8601) JSONContentDecoder(dates: .secondsSince1970)"#
        ),
        (
            #"{"id":1,"fullName":"a","since":1700000000000}"#,
            #"User at "since": 1700000000000 \#(iso8601) JSONContentDecoder(dates: .millisecondsSince1970)"#
        ),
        (
            #"{"id":1,"fullName":"a","since":"7 May"}"#,
            #"User at "since": "7 May" \#(iso8601) a JSONContentDecoder with a DateCodingStrategy with the server's format"#
        ),
    ])
    func errorSaysWhereAndWhatToDo(_ body: String, _ message: String) async {
        #expect(await text(User.self, body) == "cannot decode \(message)")
    }

    /// Foundation says what it found, in words that differ between systems.
    @Test(arguments: [
        (#"{"id":"x","fullName":"a"}"#, #"cannot decode User at "id": "#, "Int"),
        (#"{"id":1,"fullName":"a","home":{"lines":["a",2]}}"#, #"cannot decode User at "home.lines[1]": "#, "String"),
        (#"{"id":1,"#, "cannot decode User: ", "JSON"), ("[]", "cannot decode User: ", "; decode [User]"),
    ])
    func errorOfFoundationHasTheModelAndThePlace(_ body: String, _ start: String, _ word: String) async {
        let text = await text(User.self, body)

        #expect(text.hasPrefix(start) && text.contains(word), "\(text)")
    }

    @Test func objectInPlaceOfAnArraySaysWhatToDecode() async {
        let text = await text([User].self, #"{"items":[]}"#)

        #expect(text.hasPrefix("cannot decode Array<User>: "))
        #expect(text.hasSuffix("; decode a struct that has the array as a property"))
    }

    @Test func strategyThatIsInUseIsNotRecommended() async {
        struct Site: Decodable, Sendable {
            var homeURL: String
        }
        let decoder = JSONContentDecoder(keys: .fromSnakeCase)

        #expect(
            await text(Site.self, #"{"home_url":"a"}"#, decoder: decoder)
                == #"cannot decode Site: the key "homeURL" is missing; the body has "home_url", so write that in the CodingKeys"#
        )
        #expect(
            await text(Site.self, "home_url=a", "application/x-www-form-urlencoded").hasSuffix(
                #"the body has "home_url", so write that in the CodingKeys"#))
    }

    @Test func otherFormatsOfDatesNameTheirOption() async {
        let text = #"{"id":1,"fullName":"a","since":"2026-11-21T09:30:00Z"}"#

        #expect(
            await self.text(User.self, text, decoder: JSONContentDecoder(dates: .secondsSince1970))
                .hasSuffix(
                    "is not a date in seconds since 1970; set contentDecoder to JSONContentDecoder(dates: .iso8601)"))
        let form = await self.text(User.self, "id=1&fullName=a&since=7", "application/x-www-form-urlencoded")
        #expect(form.hasSuffix("; set the dates of the decoder to .secondsSince1970"))
    }

    @Test func valueOfASecretKeyIsNotShown() async {
        struct Session: Decodable, Sendable {
            var token: Date
        }

        let text = await text(Session.self, #"{"token":"abc123"}"#)

        #expect(text.hasPrefix(#"cannot decode Session at "token": "#) && !text.contains("abc123"))
    }

    @Test func underlyingErrorIsADecodingError() async {
        let error = await failure { try await connection(User.self, #"{"id":1}"#).response() }

        guard case .keyNotFound(let key, _)? = error?.underlying as? DecodingError else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect(key.stringValue == "fullName")
    }

    struct User: Decodable, Sendable {
        struct Home: Decodable, Sendable {
            var lines: [String]?
            var zipCode: String?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                lines = try container.decodeIfPresent([String].self, forKey: .lines)
                zipCode = lines == nil ? try container.decode(String.self, forKey: .zipCode) : nil
            }

            private enum Key: CodingKey {
                case lines, zipCode
            }
        }

        var id: Int
        var fullName: String
        var since: Date?
        var home: Home?
    }

    /// The end of the description, from the reason on.
    private func text<Model: Decodable & Sendable>(
        _ type: Model.Type, _ body: String, _ mediaType: String = "application/json",
        decoder: any ContentDecoder = MediaTypeDecoder()
    ) async -> String {
        let error = await failure { try await connection(type, body, mediaType, decoder: decoder).response() }
        return error?.description.components(separatedBy: "): ").dropFirst().joined(separator: "): ") ?? ""
    }

    private func connection<Model: Decodable & Sendable>(
        _ type: Model.Type, _ body: String, _ mediaType: String = "application/json",
        decoder: any ContentDecoder = MediaTypeDecoder()
    ) -> Connection<Model> {
        var config = ConnectionConfig(connector: ScriptedConnector.always(body, mediaType: mediaType))
        config.contentDecoder = decoder
        return HTTP("https://a.example").asDecodable(Model.self, config: config)
    }
}
