import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Where members of an input go, and how they are written there.
@Suite struct PlaceTests {
    struct Find: Encodable, Sendable {
        var day: Date
        var since: Date?
        var ids: [Int] = []
        var limit: Int?
    }

    struct Upload: Encodable, Sendable {
        var album: String
        var image: Data?
        var notify = true
        var mode: String?
    }

    struct Person: Encodable, Sendable {
        var firstName: String
    }

    struct Change: Encodable, Sendable {
        var id: Int
        var person: Person?
        var dryRun: Bool?
    }

    private let connector = ScriptedConnector.always()
    private let date = Date(timeIntervalSince1970: 784_111_777)

    @Test func membersGoWhereTheirPlacesSay() async throws {
        let find = GET<Find, None>("days/{day}").params([
            "day": .path(dates: .secondsSince1970), "ids": .query("id", arrays: .pipes),
            "since": .header("If-Modified-Since", dates: .httpDate),
        ])

        try await find.over(connector)(Find(day: date, since: date, ids: [7, 8], limit: 5))
        try await find.over(connector)(Find(day: date))

        #expect(
            connector.requests.map(\.url.absoluteString) == [
                "https://api.example.com/days/784111777?id=7%7C8&limit=5",
                "https://api.example.com/days/784111777",
            ])
        #expect(
            connector.requests.map { $0.headers["If-Modified-Since"] } == ["Sun, 06 Nov 1994 08:49:37 GMT", nil])
    }

    @Test func aPathVariableIsWrittenAsItsPlaceSays() async throws {
        let limits = GET<[String: Double], None>("limits/{max}").params(["max": .path(nonFinite: .names)])

        try await limits.over(connector)(["max": .infinity])

        #expect(connector.lines == ["GET https://api.example.com/limits/Infinity"])
    }

    @Test func aMemberCanBeTheBody() async throws {
        let upload = PUT<Upload, None>("albums/{album}/cover")
            .params(["image": .body(contentType: "image/png"), "mode": .header("X-Mode")])

        try await upload.over(connector)(Upload(album: "a b", image: Data("png".utf8), mode: "fast"))
        try await upload.over(connector)(Upload(album: "a b"))

        #expect(connector.requests.map(\.url.query) == ["notify=true", "notify=true"])
        #expect(connector.requests.map { $0.headers["X-Mode"] } == ["fast", nil])
        #expect(connector.requests.map { $0.headers[.contentType] } == ["image/png", nil])
        #expect(try await connector.bodies() == ["png", nil])
    }

    @Test func theBodyKeepsTheTypeOfItsMember() async throws {
        let change = DELETE<Change, None>("people/{id}").params(["person": .body]).encoder(.json(keys: .snakeCase))

        try await change.over(connector)(Change(id: 7, person: Person(firstName: "Ada"), dryRun: true))

        #expect(connector.lines == ["DELETE https://api.example.com/people/7?dryRun=true"])
        #expect(try await connector.bodies() == [#"{"first_name":"Ada"}"#])
    }

    @Test func aJSONInputHasMembersToo() async throws {
        let send = POST<JSON, None>("a").params([
            "meta": .headerMap(prefix: "X-"), "free": .queryMap, "user": .body, "q": .query,
        ])

        try await send.over(connector)(["meta": ["A": 1], "free": ["q": 1, "x": 2], "q": 3, "user": ["name": "Ada"]])

        #expect(connector.lines == ["POST https://api.example.com/a?x=2&q=3"])
        #expect(connector.requests.first?.headers["X-A"] == "1")
        #expect(try await connector.bodies() == [#"{"name":"Ada"}"#])
    }

    @Test func theInputReplacesTheFieldOfTheEndpoint() async throws {
        let send = GET<JSON, None>("a").header(name: "X-Mode", value: "slow").params(["mode": .header("X-Mode")])

        try await send.over(connector)(["mode": "fast"])
        try await send.over(connector)(["mode": nil])

        #expect(connector.requests.map { $0.headers["X-Mode"] } == ["fast", "slow"])
    }

    @Test func aVariableThatIsSetSeparatelyKeepsItsValue() async throws {
        let user = GET<JSON, None>("users/{id}").params(["userID": .path("id")]).pathParameter("id", 9)

        try await user.over(connector)(["userID": 7])

        #expect(connector.lines == ["GET https://api.example.com/users/9"])
    }

    @Test func aMemberThatIsMissingLeavesItsVariableOut() async throws {
        let users = GET<[String: Int], None>("users{?id}").params(["id": .path(booleans: .digits)])

        try await users.over(connector)(["x": 1])

        #expect(connector.lines == ["GET https://api.example.com/users?x=1"])
    }

    @Test func aMemberWithAPlaceElsewhereIsNoVariable() async {
        let user = GET<JSON, None>("users/{id}").params(["id": .query])

        let error = await failure(of: user.over(connector).connection(["id": 7]))

        #expect(error?.underlying as? URITemplateError == .emptyVariable("id", template: "users/{id}"))
    }

    @Test func aPlaceInThePathNeedsItsVariable() async {
        let user = GET<JSON, None>("users").params(["id": .path])

        let error = await failure(of: user.over(connector).connection(["id": 7]))

        #expect(error?.underlying as? URITemplateError == .unknownVariable("id", template: "users"))
    }

    @Test func aPlaceNeedsItsMember() async {
        let upload = PUT<Upload, None>("albums/{album}").params(["imgae": .body])

        let error = await failure(of: upload.over(connector).connection(Upload(album: "a", image: Data("png".utf8))))

        #expect(error?.underlying as? HTTPContentError == HTTPContentError(path: "imgae", reason: .noMember))
    }

    @Test func placedMembersHaveTheKeysOfTheEncoder() async throws {
        struct Inner: Encodable, Sendable { var firstName = "Ada" }
        struct Input: Encodable, Sendable {
            var pageSize = 5
            var inner = Inner()
            var image = Data("png".utf8)
        }
        let send = POST<Input, None>("a").params(["image": .body, "inner": .query])

        try await Configuration.scope {
            Configuration.DataRequest.queryEncoder = .query(FieldOptions(keys: .snakeCase))
            try await send.over(connector)(Input())
        }

        #expect(connector.lines == ["POST https://api.example.com/a?page_size=5&inner%5Bfirst_name%5D=Ada"])
    }

    @Test func onlyMembersHavePlaces() async {
        let text = POST<String, None>("a").params(["a": .body])
        let list = POST<[Int], None>("a").params(["a": .field])
        let bytes = POST<Data, None>("a").params(["a": .part])

        let errors = await [
            failure(of: text.over(connector).connection("x")), failure(of: list.over(connector).connection([1])),
            failure(of: bytes.over(connector).connection(Data([1]))),
        ]

        #expect(errors.map { $0?.underlying as? HTTPContentError } == Array(repeating: .init(reason: .noKey), count: 3))
    }

    @Test func twoBodiesAreRejected() async {
        let send = POST<JSON, None>("a").params(["a": .body, "b": .body])

        let error = await failure(of: send.over(connector).connection(["a": 1, "b": 2]))

        #expect(error?.underlying as? InvalidRequest == .twoBodies)
    }

    @Test func anErrorNamesTheMember() async {
        let send = GET<JSON, None>("a").params(["ids": .header("X-Ids")])

        let error = await failure(of: send.over(connector).connection(["ids": [[1]]]))

        #expect(error?.underlying as? HTTPContentError == HTTPContentError(path: "ids[0]", reason: .nestedArray))
    }
}
