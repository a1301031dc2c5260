import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

nonisolated struct UserPatch: Encodable {
    var name = Nullable<String>.absent
    var nick = Nullable<String>.absent
}

@Suite struct ContentPageTests {
    struct User: Codable, Equatable, Sendable {
        var name: String
    }

    struct Token: Decodable, Equatable, Sendable {
        var token: String
    }

    struct Event: Decodable, Equatable, Sendable {
        var at: Date
    }

    struct Order: Decodable, Sendable {}

    struct OrderRefused: Decodable, Sendable {
        var reason: String
    }

    nonisolated enum UserCreation: ResponseDecodable, Sendable {
        case finished(User)
        case pending(location: String)

        init(response: Response) throws {
            if response.statusCode == 202 {
                self = .pending(location: response.headers["Location"] ?? "")
            } else {
                self = .finished(try response.decoded())
            }
        }
    }

    struct CreateUser: ConnectionSpec {
        typealias ResponseModel = User
        let user: User
        var request: HTTP { HTTP("https://api.example.com/users").method(.post).content(user) }
    }

    struct SearchUsers: ConnectionSpec {
        typealias ResponseModel = [User]
        var request: HTTP { HTTP("https://api.example.com/users").content(["q": "ada", "page": 2]) }
    }

    struct Login: ConnectionSpec {
        typealias ResponseModel = Token
        var request: HTTP {
            HTTP("https://api.example.com/login").method(.post)
                .content(["user": "ada", "password": "secret"], encoder: .form)
        }
    }

    struct CSVEncoder: ContentEncoder {
        struct NotAnArray: Error {}

        func encode(_ value: any Encodable) throws -> EncodedContent {
            guard case .array(let cells) = try HTTPContent(value) else { throw NotAnArray() }
            let texts = cells.map { $0.stringValue ?? "" }
            return EncodedContent(mediaType: "text/csv", body: .data(Data(texts.joined(separator: ",").utf8)))
        }
    }

    struct PagedJSON: ContentEncoder {
        func encode(_ value: any Encodable) throws -> EncodedContent {
            guard case .dictionary(var members) = try HTTPContent(value) else { throw HTTPContentError(reason: .noKey) }
            let page = members["page"] ?? nil
            members["page"] = nil
            var encoded = try JSONContentEncoder().encode(.dictionary(members))
            encoded.query = try QueryContentEncoder().encode(["page": page]).query
            return encoded
        }
    }

    struct LegacyDecoder: ContentDecoder {
        func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
            try JSONDecoder().decode(type, from: response.data.dropFirst())
        }
    }

    struct GetEvent: ConnectionSpec {
        typealias ResponseModel = Event
        var request: HTTP { HTTP("https://api.example.com/event") }
        var contentDecoder: (any ContentDecoder)? { JSONContentDecoder(dates: .millisecondsSince1970) }
    }

    struct PlaceOrder: ConnectionSpec {
        typealias ResponseModel = Order
        typealias FailureModel = OrderRefused
        var request: HTTP { HTTP("https://api.example.com/orders").method(.post) }
    }

    @Test func valuesAreSent() async throws {
        let connector = ScriptedConnector(
            .response(json(#"{"name": "Ada"}"#)), .response(json("[]")), .response(json(#"{"token": "t"}"#)))
        let config = ConnectionConfig(connector: connector)

        let user = try await Connection(CreateUser(user: User(name: "Ada")), config: config).response()
        _ = try await Connection(SearchUsers(), config: config).response()
        _ = try await Connection(Login(), config: config).response()

        #expect(user == User(name: "Ada"))
        #expect(
            connector.requests.map { "\($0.method) \($0.url.absoluteString) \(text($0.body))" } == [
                #"POST https://api.example.com/users {"name":"Ada"}"#,
                "GET https://api.example.com/users?q=ada&page=2 ",
                "POST https://api.example.com/login password=secret&user=ada",
            ])
    }

    @Test func theConfigChooses() async throws {
        let connector = ScriptedConnector(.response(json(#"{"token": "t"}"#)), .response(json(#"{"name": "Ada"}"#)))
        var config = ConnectionConfig(connector: connector)
        config.encoderStrategy = { method in method == .get ? .query : .form }

        let token = try await HTTP("https://api.example.com/login").method(.post)
            .content(["user": "ada", "attempt": 2], encoder: .form)
            .asDecodable(Token.self, config: config)
            .response()
        _ = try await Connection(CreateUser(user: User(name: "Ada L.")), config: config).response()

        #expect(token == Token(token: "t"))
        #expect(connector.requests.map { text($0.body) } == ["attempt=2&user=ada", "name=Ada+L."])
    }

    @Test func dataAndFilesAreValues() async throws {
        let png = Data([1, 2, 3])
        let film = FileManager.default.temporaryDirectory.appending(component: "\(UUID().uuidString).mp4")
        try Data(count: 1000).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }

        nonisolated struct Upload: Encodable {
            var title: String
            var poster: HTTPData
            var film: HTTPFile
        }
        let upload = Upload(title: "Holiday", poster: HTTPData(png, fileName: "poster.png"), film: HTTPFile(film))
        let http = HTTP("https://example.com/films").method(.post).content(upload, encoder: .multipart)

        let connector = ScriptedConnector(.response(json("")))
        try await http.asVoid(config: ConnectionConfig(connector: connector)).response()
        let request = try #require(connector.requests.first)
        #expect(request.headers[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect((request.body?.length ?? 0) > 1003)
    }

    @Test func aPatchErasesAndSets() async throws {
        var patch = UserPatch()
        patch.name = .value("Ada")
        patch.nick = .null
        // {"name":"Ada","nick":null}
        let rename = HTTP("https://api.example.com/users/7").method(.patch).content(patch)

        let connector = ScriptedConnector(.response(json("")))
        try await rename.asVoid(config: ConnectionConfig(connector: connector)).response()
        #expect(try await connector.bodies() == [#"{"name":"Ada","nick":null}"#])
    }

    @Test func optionsChangeTheFields() throws {
        let query = QueryContentEncoder(options: FieldOptions(arrays: .brackets), escaping: FormURLEncoder())
        let form = FormContentEncoder(escaping: DefaultURLEncoder())
        let json = JSONContentEncoder(dates: .secondsSince1970, keys: .snakeCase, nulls: .sent)

        #expect(try query.encode(["a": ["x y"]]).query == "a%5B%5D=x+y")
        #expect(try text(form.encode(["a": "x y"]).body) == "a=x%20y")
        #expect(try text(json.encode(["a": nil]).body) == #"{"a":null}"#)
    }

    @Test(arguments: [
        (FieldOptions(), "a=1&a=2&b%5Bc%5D=true"),
        (FieldOptions(arrays: .brackets), "a%5B%5D=1&a%5B%5D=2&b%5Bc%5D=true"),
        (FieldOptions(arrays: .indexed, nesting: .dots), "a%5B0%5D=1&a%5B1%5D=2&b.c=true"),
        (FieldOptions(arrays: .commas, booleans: .digits), "a=1,2&b%5Bc%5D=1"),
    ])
    func theTableOfOptionsIsRight(options: FieldOptions, query: String) throws {
        #expect(try QueryContentEncoder(options: options).encode(["a": [1, 2], "b": ["c": true]]).query == query)
    }

    @Test func customEncoders() throws {
        let csv = try CSVEncoder().encode(["a", "b"])
        let paged = try PagedJSON().encode(["page": 2, "name": "Ada"])

        #expect(text(csv.body) == "a,b")
        #expect(throws: CSVEncoder.NotAnArray.self) { try CSVEncoder().encode("a") }
        #expect(paged.query == "page=2" && text(paged.body) == #"{"name":"Ada"}"#)
    }

    @Test func decodersOfTheConfigAndOfASpec() async throws {
        var config = ConnectionConfig(
            connector: MockConnector { request in
                let type = request.url.lastPathComponent == "legacy" ? "application/vnd.legacy" : "application/json"
                let text = request.url.lastPathComponent == "legacy" ? #"!{"at": 1}"# : #"{"at": 2000}"#
                return Response(statusCode: 200, headers: ["Content-Type": type], data: Data(text.utf8))
            })
        config.contentDecoder = MediaTypeDecoder(
            json: JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase),
            others: ["application/vnd.legacy": LegacyDecoder()])

        let event = try await Connection(GetEvent(), config: config).response()
        let other = try await HTTP("https://api.example.com/").asDecodable(Event.self, config: config).response()
        let legacy = try await HTTP("https://api.example.com/legacy").asDecodable(Event.self, config: config).response()

        #expect(event.at == Date(timeIntervalSince1970: 2) && other.at == Date(timeIntervalSince1970: 2000))
        #expect(legacy.at == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test func aFailureHasAModel() async throws {
        let config = ConnectionConfig(
            connector: MockConnector { _ in
                Response(statusCode: 409, data: Data(#"{"reason": "sold out"}"#.utf8))
            })
        do {
            _ = try await Connection(PlaceOrder(), config: config).response()
        } catch {
            if let refused = error.failureModel as? OrderRefused { print(refused.reason) }
            print(error.response?.statusCode ?? 0, error.response?.text ?? "")
        }
        let error = await #expect(throws: ConnectionError.self) {
            _ = try await Connection(PlaceOrder(), config: config).response()
        }
        #expect((error?.failureModel as? OrderRefused)?.reason == "sold out")
    }

    @Test func theStatusDecidesTheModel() async throws {
        let pending = Response(statusCode: 202, headers: ["Location": "/7"])
        let connector = ScriptedConnector(.response(pending), .response(json(#"{"name": "Ada"}"#)))
        let config = ConnectionConfig(connector: connector)
        let creation = try await HTTP("https://api.example.com/users").method(.post)
            .asDecodable(UserCreation.self, config: config).response()
        let other = try await HTTP("https://api.example.com/users").asDecodable(UserCreation.self, config: config)
            .response()

        guard case .pending("/7") = creation, case .finished(User(name: "Ada")) = other else {
            Issue.record("\(creation) and \(other)")
            return
        }
    }

    @Test func problemDetailsAreRead() async throws {
        let response = Response(
            statusCode: 403, headers: ["Content-Type": "application/problem+json"],
            data: Data(#"{"title": "No credit"}"#.utf8))
        let config = ConnectionConfig(connector: MockConnector { _ in response })
        do {
            _ = try await Connection(PlaceOrder(), config: config).response()
        } catch {
            if let problem = error.problemDetails { print(problem.title ?? problem.type, problem.detail ?? "") }
        }

        let error = await #expect(throws: ConnectionError.self) {
            try await Connection(PlaceOrder(), config: config).response()
        }
        #expect(error?.problemDetails?.title == "No credit")
    }

    private func json(_ text: String) -> Response {
        Response(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data(text.utf8))
    }

    private func text(_ body: RequestBody?) -> String {
        guard case .data(let data) = body?.source else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func snakeCaseInBothDirections() async throws {
        struct Home: Codable, Sendable {
            var pageTitle: String
        }
        let connector = ScriptedConnector(
            .response(.json(#"{"page_title": "A"}"#)))
        var config = ConnectionConfig(connector: connector)
        config.contentDecoder = MediaTypeDecoder(json: JSONContentDecoder(keys: .fromSnakeCase))
        config.encoderStrategy = { method in
            if method == .get { return .query }
            return .json(keys: .snakeCase)
        }

        let http = HTTP("https://api.example.com/").method(.post).content(Home(pageTitle: "B"))
        let home = try await http.asDecodable(Home.self, config: config).response()

        #expect(home.pageTitle == "A")
        #expect(try await connector.requests[0].body?.text() == #"{"page_title":"B"}"#)
    }
}
