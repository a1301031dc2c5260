import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Where the places of a rule file put parameters, and how they are written there.
@Suite struct PlaceTests {
    private static let rules = """
        {
          "Find": {
            "Path": "days/{day}",
            "Places": {
              "date": {"Path": "day", "Dates": "Seconds"}, "ids": {"Query": "id", "Arrays": "Pipes"},
              "since": {"Header": "If-Modified-Since", "Dates": "HTTP"}, "meta": {"Header Map": "X-Meta-"},
              "own": {"Header": "X-Meta-Own"}, "free": "Query Map", "none": {"Query": "none", "Empty Arrays": "Sent"},
              "limit": {"Query": "limit", "Not Finite": "Names"}, "on": {"Query": "on", "Booleans": "Digits"},
              "filter": {"Query": "filter", "Nesting": "Dots"}
            }
          },
          "Upload": {"Method": "PUT", "Path": "images/{id}", "Places": {"image": {"Body": "image/png"}}},
          "Change": {"Method": "DELETE", "Path": "users/{id}", "Places": {"user": "Body"}},
          "Form": {"Method": "POST", "Path": "form", "Places": {"tags": {"Field": "tag", "Arrays": "Brackets"}, "m": "Field Map"}},
          "Secret": {"Path": "secret", "Authorization": true, "Places": {"device": {"Header": "X-Device"}}}
        }
        """

    private let connector = MockConnector { _ in .json("{}") }
    private let api: DefinitionAPI
    private let date = Date(timeIntervalSince1970: 784_111_777)

    init() throws {
        api = try .over(connector, Self.rules)
    }

    private func request(_ name: String, _ parameters: DefinitionParameters) async throws -> Request {
        let task = await api.finished(name) { $0.parameters = parameters }
        return try #require(task.originalRequest, "\(task.error as Any)")
    }

    private func body(of request: Request) async throws -> Data? { try await request.body?.data() }

    @Test func parametersGoWhereTheirPlacesSay() async throws {
        let request = try await request(
            "Find",
            [
                "date": date, "ids": [7, 8], "since": date, "meta": ["A": "1", "Own": "2"], "own": "named",
                "free": ["q": "x", "ids": 1] as HTTPContent, "none": [Int](), "limit": Double.infinity, "on": true,
                "rest": "r",
                "filter": ["a": 1],
            ])

        #expect(
            request.url.absoluteString
                == "https://api.example.com/days/784111777?id=7%7C8&q=x&ids=1&none=&limit=Infinity&on=1&filter.a=1&rest=r"
        )
        #expect(request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(request.headers["X-Meta-A"] == "1" && request.headers["X-Meta-Own"] == "named")
    }

    @Test func aParameterCanBeTheBody() async throws {
        let image = try await request("Upload", ["id": 7, "image": Data("png".utf8), "notify": true])
        let user = try await request("Change", ["id": 7, "user": ["name": "Ada"]])

        #expect(image.url.absoluteString == "https://api.example.com/images/7?notify=true")
        #expect(image.headers.map(\.value) == ["image/png"])
        #expect(try await body(of: image) == Data("png".utf8))
        #expect(user.url.query() == nil && user.headers["Content-Type"] == "application/json")
        #expect(try await body(of: user) == Data(#"{"name":"Ada"}"#.utf8))
    }

    @Test func aTextIsABodyAsItIs() async throws {
        let text = try await request("Upload", ["id": 7, "image": "<svg/>"])

        #expect(text.headers.map(\.value) == ["image/png"])
        #expect(try await body(of: text) == Data("<svg/>".utf8))
    }

    @Test func aPropertyThatIsNilIsNotSent() async throws {
        struct User: Encodable, Sendable {
            var name: String?
            var nick = Nullable<String>.null
        }

        let user = try await request("Change", ["id": 7, "user": User()])
        let whole = try await request("Form", DefinitionParameters(User()))

        #expect(try await body(of: user) == Data(#"{"nick":null}"#.utf8))
        #expect(whole.url.query() == nil)
    }

    @Test func parametersCanBeAForm() async throws {
        let form = try await request("Form", ["tags": ["a", "b"], "m": ["x": 1], "q": 2])

        #expect(form.url.query() == "q=2")
        #expect(try await body(of: form) == Data("tag%5B%5D=a&tag%5B%5D=b&x=1".utf8))
    }

    private func failure(_ rule: String, _ parameters: DefinitionParameters) async throws -> (any Error)? {
        try api.store.load(json: Data("{\"A\": \(rule)}".utf8))
        return await api.finished("A") { $0.parameters = parameters }.error?.underlying
    }

    @Test(arguments: [
        (#"{"Path": "a", "Places": {"m": "Header Map"}}"#, "Host"),
        (#"{"Path": "a", "Places": {"m": {"Header Map": "Ho"}}}"#, "st"),
        (#"{"Path": "a", "Places": {"m": {"Header Map": "X-Forwarded-"}}}"#, "Host"),
        (#"{"Path": "a", "Places": {"m": "Header Map"}}"#, "Content-Length"),
    ])
    func aMapSetsNoFieldThatDecidesWhereARequestGoes(rule: String, key: String) async throws {
        let error = try await failure(rule, ["m": [key: "evil.example"] as HTTPContent])

        #expect("\(error as Any)".contains("because it decides where a request goes"))
    }

    @Test func credentialsAndFieldsOfACallComeBeforePlaces() async throws {
        api.authorization.headers["Authorization"] = "Bearer app"
        try api.store.load(
            json: Data(
                #"{"A": {"Path": "a", "Authorization": true, "Places": {"m": {"Header": "Authorization"}, "n": {"Header": "X-N"}}}}"#
                    .utf8))

        let task = await api.finished("A") { c in
            c.parameters = ["m": "attacker", "n": "placed"]
            c.headers = ["X-N": "call"]
        }

        #expect(task.originalRequest?.headers["Authorization"] == "Bearer app")
        #expect(task.originalRequest?.headers["X-N"] == "call")
    }

    @Test func aPlaceDoesNotPutCredentialsIntoThePath() async throws {
        api.authorization.parameters = ["device": "secret"]

        let error = try await failure(
            #"{"Path": "a/{day}", "Authorization": true, "Places": {"device": {"Path": "day"}}}"#, [:])

        #expect("\(error as Any)".contains("{day}"))
    }

    @Test(
        arguments: [
            (#"{"Method": "PUT", "Path": "a", "Places": {"x": "Body", "y": "Body"}}"#, "two bodies"),
            (#"{"Method": "PUT", "Path": "a", "Places": {"x": "Body", "_RFParmArray_": "Query"}}"#, nil),
            (#"{"Method": "PUT", "Path": "a", "Places": {"x": {"Path": "z"}}}"#, "no such variable"),
        ] as [(String, String?)])
    func aParameterIsSentOrRefused(rule: String, reason: String?) async throws {
        let error = try await failure(rule, ["x": "1", "y": "2"])

        if let reason { #expect("\(error as Any)".contains(reason)) } else { #expect(error == nil) }
    }

    @Test func aNullDoesNotReplaceTheBody() async throws {
        try api.store.load(
            json: Data(#"{"A": {"Method": "PUT", "Path": "a", "Places": {"x": "Body", "y": "Body"}}}"#.utf8))

        let request = try await request("A", ["x": "1", "y": HTTPContent.null])

        #expect(try await body(of: request) == Data("1".utf8))
    }

    @Test func aWholeArrayBesideABodyIsRefused() async throws {
        let error = try await failure(
            #"{"Method": "PUT", "Path": "a", "Places": {"x": "Body"}}"#,
            ["x": "1", DefinitionParameters.wholeArray: [1, 2]])

        #expect(error as? InvalidRequest == .twoBodies)
    }

    @Test func aRuleFileDoesNotPlaceCredentials() async throws {
        api.authorization.parameters = ["device": "secret"]

        let request = try await request("Secret", [:])

        #expect(request.url.query() == "device=secret" && request.headers["X-Device"] == nil)
    }

    @Test func aPropertyListHasTheSamePlaces() async throws {
        let rules = try JSONSerialization.jsonObject(with: Data(Self.rules.utf8))
        let plist = try PropertyListSerialization.data(fromPropertyList: rules, format: .xml, options: 0)
        let json = try await request("Find", ["date": date, "ids": [7, 8], "since": date])
        try api.store.load(propertyList: plist)

        let other = try await request("Find", ["date": date, "ids": [7, 8], "since": date])

        #expect(other.url == json.url && other.headers == json.headers)
    }
}
