import AbstractHTTP
import Foundation
import Testing

/// A tree is read and changed by keys and indices.
@Suite struct HTTPContentValuesTests {
    private let json: HTTPContent = [
        "user": ["name": "Ada", "age": 36, "tags": ["math", "poetry"], "admin": true, "manager": nil], "score": 1.5,
    ]

    @Test func valuesAreReadByWhatTheyAre() {
        #expect(json["user"]?["name"]?.stringValue == "Ada")
        #expect(json["user"]?["age"]?.intValue == 36)
        #expect(json["score"]?.doubleValue == 1.5)
        #expect(json["score"]?.intValue == nil)
        #expect(json["user"]?["admin"]?.boolValue == true)
        #expect(json["user"]?["tags"]?.arrayValue == ["math", "poetry"])
        #expect(json["user"]?["manager"]?.isNull == true)
        #expect(json.members?.map(\.key) == ["user", "score"])
        #expect(json["user"]?.stringValue == nil && json.arrayValue == nil && json["score"]?.members == nil)
    }

    @Test func aPathNeedsNoQuestionMarks() {
        #expect(json["user"]["tags"][1] == "poetry")
        #expect(json["user"]["tags"][2] == nil && json["user"]["tags"][-1] == nil)
        #expect(json["user"]["name"]["first"] == nil && json["nobody"]["name"] == nil && json[0] == nil)
    }

    @Test func membersAreSetKeptInPlaceAndRemoved() {
        var json = json
        json["user"]["name"] = "Grace"
        json["user"]["age"] = nil
        json["user"]["manager"]["name"] = "Ada"
        json["place"]["city"] = "London"
        json["nothing"]["to"]["remove"] = nil

        #expect(
            json == [
                "user": ["name": "Grace", "tags": ["math", "poetry"], "admin": true, "manager": ["name": "Ada"]],
                "score": 1.5, "place": ["city": "London"],
            ])
    }

    @Test func itsDescriptionIsJSON() {
        let bytes: HTTPContent = [
            "at": .date(Date(timeIntervalSince1970: 0)), "b": .data(HTTPData(Data([1, 2]))),
        ]

        #expect("\(json["user"]["tags"] ?? nil) \(json["score"] ?? nil)" == #"["math", "poetry"] 1.5"#)
        #expect("\(["a\"": [nil, true]] as HTTPContent)" == #"{"a\"": [null, true]}"#)
        #expect("\(bytes)" == #"{"at": "1970-01-01T00:00:00Z", "b": (2 bytes)}"#)
    }

    @Test func nullIsSetAsAValue() {
        var json: HTTPContent = ["name": "Ada"]

        json["name"] = .null

        #expect(json == ["name": nil])
    }
}

/// A value without some of its members.
@Suite struct PartialContentTests {
    private struct Article: Encodable {
        struct Author: Encodable {
            var lastName = "Lovelace"
        }

        var articleID = 7
        var firstLine = "Hello"
        var author = Author()
        var day = Date(timeIntervalSince1970: 0)
    }

    private let rest = PartialContent(Article(), without: ["articleID"])

    @Test(arguments: [
        (
            KeyCodingStrategy.unchanged,
            #"{"author":{"lastName":"Lovelace"},"day":"1970-01-01T00:00:00Z","firstLine":"Hello"}"#
        ),
        (.snakeCase, #"{"author":{"last_name":"Lovelace"},"day":"1970-01-01T00:00:00Z","first_line":"Hello"}"#),
    ])
    func remainingMembersUseTheEncodersKeys(keys: KeyCodingStrategy, json: String) async throws {
        let body = try #require(try JSONContentEncoder(keys: keys).encode(rest).body)

        #expect(try await String(decoding: collect(body), as: UTF8.self) == json)
    }

    @Test func nilIsLeftOutOfJSONOnly() async throws {
        struct Change: Encodable {
            var id = 7
            var name: String?
        }
        let rest = PartialContent(Change(), without: ["id"])

        let body = try #require(try JSONContentEncoder().encode(rest).body)
        #expect(try await String(decoding: collect(body), as: UTF8.self) == "{}")
        #expect(try QueryContentEncoder(options: FieldOptions(nulls: .empty)).encode(rest).query == "name=")
    }

    @Test func customEncoderSeesTheRemainingMembers() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970

        let json = String(decoding: try encoder.encode(rest), as: UTF8.self)

        #expect(json == #"{"author":{"last_name":"Lovelace"},"day":0,"first_line":"Hello"}"#)
    }

    @Test func dictionaryKeysAreExcludedUnchanged() throws {
        let rest = PartialContent(["userID": "7", "name": "Ada"], without: ["userID"])

        #expect(try QueryContentEncoder(options: FieldOptions(keys: .snakeCase)).encode(rest).query == "name=Ada")
    }

    @Test func aMemberOfTheSameNameInSnakeCaseStays() throws {
        struct Twins: Encodable {
            var userID = 1
            var user_id = 2
        }
        let encoder = QueryContentEncoder(options: FieldOptions(keys: .snakeCase))

        #expect(try encoder.encode(PartialContent(Twins(), without: ["userID"])).query == "user_id=2")
        #expect(
            try encoder.encode(PartialContent(["userID": 1, "user_id": 2], without: ["userID"])).query == "user_id=2")
    }

    @Test func customTreeOmitsTheExcludedMembers() async throws {
        struct OwnTree: Encodable, RequestContentConvertible {
            var color = "red"
            func asRequestContent() -> RequestContent { ["id": 7, "color": ["r": 255], "b": nil] }
        }

        let encoded = try JSONContentEncoder().encode(PartialContent(OwnTree(), without: ["id"]))

        #expect(try await collect(#require(encoded.body)) == Data(#"{"b":null,"color":{"r":255}}"#.utf8))
        let tree: HTTPContent = ["z": 1, "id": 2, "a": 3]
        #expect(try QueryContentEncoder().encode(PartialContent(tree, without: ["id"])).query == "z=1&a=3")
    }

    @Test func encoderSettingsAreKept() throws {
        struct Noted: Encodable {
            var id = 7
            var keyNames = ["keyName": 1]
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(id, forKey: .id)
                try container.encode(keyNames, forKey: .keyNames)
                var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .note)
                try nested.encode("\(encoder.userInfo.count)", forKey: .id)
                var dropped = container.nestedUnkeyedContainer(forKey: .dropped)
                try dropped.encode("dropped")
            }
            enum CodingKeys: String, CodingKey { case id, keyNames, note, dropped }
        }
        struct Wrapped: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Noted())
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.userInfo[try #require(CodingUserInfoKey(rawValue: "note"))] = 1

        for value in [Noted() as any Encodable & Sendable, Wrapped()] {
            let json = try encoder.encode(PartialContent(value, without: ["id", "dropped"]))
            #expect(String(decoding: json, as: UTF8.self) == #"{"key_names":{"keyName":1},"note":{"id":"1"}}"#)
        }
        for value in [["keyName": 1, "id": 2], ["keyName": 1, "id": 2] as HTTPContent] as [any Encodable & Sendable] {
            let dictionary = try encoder.encode(PartialContent(value, without: ["id"]))
            #expect(String(decoding: dictionary, as: UTF8.self) == #"{"keyName":1}"#)
        }
    }
}
