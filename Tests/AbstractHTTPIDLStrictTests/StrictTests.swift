import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Code that is generated with `--strict`. Everything without a question mark must be there.
@Suite struct StrictTests {
    private func get(_ json: String) async throws -> GetUsersIdResponse {
        let request = GetUsersIdRequest(id: "7")
        request.configuration.baseURLString = "https://example.com"
        request.client = BaseClient(config: ConnectionConfig(connector: ScriptedConnector.always(json)))
        request.page = 1
        return try await request.send()
    }

    @Test func aValueOfAStreamIsReadStrictly() async throws {
        let user = #"{"name": "Ada", "tags": [], "kind": "person"}"#
        let request = PatchUsersIdRequest(id: "7")
        request.configuration.baseURLString = "https://example.com"
        let connector = ScriptedConnector.always("\(user)\n\(user.replacing("[]", with: #"[{"id": "x"}]"#))\n")
        request.client = BaseClient(config: ConnectionConfig(connector: connector))

        var users = try await request.send().body.makeAsyncIterator()
        #expect(try await users.next()?.name == "Ada")
        let error = await failure { _ = try await users.next() }

        let reason = String(describing: error?.underlying)
        #expect(reason.contains(#"tags[0].id: Int64 is expected, not "x""#), "\(reason)")
    }

    @Test func requiredFieldIsNotOptional() async throws {
        let response = try await get(
            #"{"user": {"name": "Ada", "tags": [{"id": 1}], "kind": "robot"}, "score": 1, "more": [1]}"#)

        let user: User = response.user
        let expected: (String, String?, Int64, Int32, String, Double) = ("Ada", nil, 1, 18, "robot", 1)
        #expect((user.name, user.nickname, user.tags[0].id, user.age, user.kind.rawValue, response.score) == expected)
        #expect(response.others == nil && response.since == nil)
    }

    @Test(arguments: [
        (#"{"score": 1}"#, "user is missing; declare it with a `?` if the server can leave it out"),
        (#"{"user": null, "score": 1}"#, "user is missing; declare it with a `?` if the server can leave it out"),
        (#"{"user": [], "score": 1}"#, "user: a dictionary is expected, not []"),
        (
            #"{"user": {"name": "Ada", "kind": "person"}, "score": 1}"#,
            "user.tags is missing; declare it with a `?` if the server can leave it out"
        ),
        (#"{"user": {"name": 7, "tags": [], "kind": "person"}, "score": 1}"#, "user.name: String is expected, not 7"),
        (
            #"{"user": {"name": "Ada", "tags": [{"id": 1}, {"id": "2"}], "kind": "person"}, "score": 1}"#,
            #"user.tags[1].id: Int64 is expected, not "2""#
        ),
        (
            #"{"user": {"name": "Ada", "tags": [{"id": 1}, null], "kind": "person"}, "score": 1}"#,
            "user.tags[1]: a dictionary is expected, not null"
        ),
        (
            #"{"user": {"name": "Ada", "nickname": 1, "tags": [], "kind": "person"}, "score": 1}"#,
            "user.nickname: String is expected, not 1"
        ),
        (
            #"{"user": {"name": "Ada", "age": 2147483648, "tags": [], "kind": "person"}, "score": 1}"#,
            "user.age: Int32 is expected, not 2147483648"
        ),
        (
            #"{"user": {"name": "Ada", "tags": [], "kind": "person"}, "others": {"b": {"name": "B"}}, "score": 1}"#,
            "others.b.tags is missing; declare it with a `?` if the server can leave it out"
        ),
        (#"{"user": {"name": "Ada", "tags": [], "kind": 1}, "score": 1}"#, "user.kind: Kind is expected, not 1"),
        (#"{"user": {"name": "Ada", "tags": [], "kind": "x"}, "score": "1"}"#, #"score: Double is expected, not "1""#),
        (
            #"{"user": {"name": "Ada", "tags": [], "kind": "x"}, "score": 1, "since": "soon"}"#,
            #"since: a date in ISO 8601, such as "2026-11-21T09:30:00Z", is expected, not "soon" (set configuration.dates to a DateCodingStrategy with the server's format)"#
        ),
        ("[]", "user is missing; declare it with a `?` if the server can leave it out"),
        ("", "user is missing; declare it with a `?` if the server can leave it out"),
        ("7", "user is missing; declare it with a `?` if the server can leave it out"),
    ])
    func missingOrMistypedFieldErrorHasItsPath(_ json: String, _ message: String) async throws {
        let error = await failure { try await get(json) }

        #expect(error?.type == .parse && error?.response?.text == json)
        #expect(
            try #require(error?.underlying as? ContentReadingError).description
                == "cannot read GetUsersIdResponse: \(message)")
    }

    @Test func missingRequiredValueErrorNamesTheField() async {
        let connector = ScriptedConnector.always()
        let request = GetUsersIdRequest(id: "7")
        request.configuration.baseURLString = "https://example.com"
        request.client = BaseClient(config: ConnectionConfig(connector: connector))

        let error = await failure { try await request.send() }

        #expect(error?.type == .invalidRequest && connector.requests.isEmpty)
        #expect(
            (error?.underlying as? ContentWritingError)?.description
                == "page is nil, and has to be sent; give it a value, or declare it with a `?`")
    }

    @Test func requiredBodyMustBePresent() async {
        let request = PutUsersIdRequest(id: "7")
        request.configuration.baseURLString = "https://example.com"
        request.client = BaseClient(config: ConnectionConfig(connector: ScriptedConnector.always()))

        let missing = await failure { try await request.send() }
        #expect((missing?.underlying as? ContentWritingError)?.key == .some(nil))

        request.body = User(name: "Ada", tags: [], kind: .PERSON)
        let mistyped = await failure { try await request.send() }
        #expect(
            (mistyped?.underlying as? ContentReadingError)?.description
                == "cannot read PutUsersIdResponse: the content: String is expected, not {}")
    }
}
