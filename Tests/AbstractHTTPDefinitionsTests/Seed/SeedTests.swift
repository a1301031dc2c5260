import AbstractHTTPTesting
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

/// Every block of the seed, over the loopback server in place of its host.
@Suite(.tags(.threadSanitizer, .libcurl)) struct RFAPITests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            switch (request.method, request.path) {
            case (.get, "/api/v2/topics/recommended"): .json(#"[{"title": "Swift"}, {"title": "HTTP"}]"#)
            case (.post, "/api/v2/user/login"): .json(#"{"token": "secret"}"#)
            case (.post, "/commom/formupload"):
                .init(data: Data(#"<plist version="1.0"><dict><key>id</key><integer>7</integer></dict></plist>"#.utf8))
            default: .init(statusCode: 404)
            }
        }
    }

    /// An API whose requests go to the server, whatever host they name.
    private func makeAPI() -> RFAPI {
        var config = ConnectionConfig(
            credentialOrigins: ["https://exapmle.com"], connector: TestConnector.shared)
        config.middleware.append(ToServer(server.url))
        let api = RFAPI(config: config, cache: HTTPCache())
        api.registry.register(TopicEntity.self)
        api.registry.register(LoginResponseEntity.self)
        api.authorization.headers["Authorization"] = "Bearer t"
        return api
    }

    private func topics(_ events: Events) -> @MainActor @Sendable (DefinitionTask, (any Sendable)?) -> Void {
        { _, rsp in
            guard let topics = rsp as? [TopicEntity] else { return events("no topics") }
            events(topics.map(\.title).joined(separator: ", "))
        }
    }

    @Test func aDefinitionIsWrittenInCode() async throws {
        let define = RFAPIDefine()
        define.name = RFAPIName(rawValue: "TopicListRecommended")
        define.path = "https://exapmle.com/api/v2/topics/recommended"
        define.method = "GET"
        define.needsAuthorization = true
        define.responseExpectType = .objects
        define.responseClass = "TopicEntity"

        let api = makeAPI()
        let events = Events()
        api.request(define: define) { c in c.success(topics(events)) }
        await events.wait(for: 1)

        #expect(events.lines == ["Swift, HTTP"])
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer t"])
    }

    @Test func defaultHoldsSharedDefinitionValues() async throws {
        let api = makeAPI()
        let defaultDefine = RFAPIDefine()
        defaultDefine.baseURL = URL(string: "https://exapmle.com/")
        defaultDefine.pathPrefix = "api/v2/"
        defaultDefine.method = "GET"
        defaultDefine.needsAuthorization = true
        api.defineManager.defaultDefine = defaultDefine

        let define = RFAPIDefine()
        define.name = RFAPIName(rawValue: "TopicListRecommended")
        define.path = "topics/recommended"
        define.responseExpectType = .objects
        define.responseClass = "TopicEntity"

        let events = Events()
        api.request(define: define) { c in c.success(topics(events)) }
        await events.wait(for: 1)

        #expect(events.lines == ["Swift, HTTP"])
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer t"])
    }

    @Test func definitionsAreLoadedFromAFileAndRequestedByName() async throws {
        let api = makeAPI()
        let rules = try seedRules()
        let defineManager = api.defineManager
        defineManager.setDefinesWithRulesInfo(rules)
        #expect(defineManager.definitions.compactMap(\.name) == ["TopicListRecommended", "UserLogin"])

        let events = Events()
        api.request(name: "TopicListRecommended") { c in
            c.parameters = ["page": 1, "page_size": 20]
            c.loadMessage = "List Loading"
            c.success { _, rsp in
                guard let topics = rsp as? [TopicEntity] else { fatalError() }
                events("\(topics.count) topics")
            }
        }
        await events.wait(for: 1)
        let login = try await api.request(
            "UserLogin", as: LoginResponseEntity.self, parameters: ["name": "ada", "password": "p"])

        #expect(events.lines == ["2 topics"])
        #expect(login.token == "secret")
        #expect(
            server.requests.map { "\($0.method) \($0.target) \(String(decoding: $0.body, as: UTF8.self))" } == [
                "GET /api/v2/topics/recommended?page=1&page_size=20 ",
                #"POST /api/v2/user/login {"name":"ada","password":"p"}"#,
            ])
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer t", nil])
    }

    @Test func serializersAreNamedForOneDefinitionOrSetForAll() async throws {
        let api = makeAPI()
        try api.store.load(
            json: Data(
                """
                {
                  "DEFAULT": {"Base": "https://exapmle.com/"},
                  "FormUpload": {
                    "Method": "POST",
                    "Path": "commom/formupload",
                    "Serializer": "AFHTTPRequestSerializer",
                    "Response Serializer": "AFPropertyListResponseSerializer",
                    "Response Type": 1
                  },
                  "Upload": {"Method": "POST", "Path": "commom/formupload"}
                }
                """.utf8))

        let task = await api.finished("FormUpload") { $0.parameters = ["name": "Ada L."] }
        api.defineManager.defaultRequestSerializer = .propertyList
        api.defineManager.defaultResponseSerializer = .propertyList
        let other = await api.finished("Upload") { $0.parameters = ["name": "Ada L."] }

        #expect(task.responseObject as? HTTPContent == ["id": 7])
        #expect(other.responseObject as? HTTPContent == ["id": 7])
        #expect(
            server.requests.map { $0.headers["Content-Type"] } == [
                "application/x-www-form-urlencoded", "application/x-plist",
            ])
        #expect(String(decoding: server.requests[0].body, as: UTF8.self) == "name=Ada+L.")
    }

    private static let seed = "seeds/004_44bab6a27ba82ef8.txt"

    @Test(.enabled(if: SharedMaterial.has(seed), "the seed is missing"))
    func everySeedLineIsTestedExceptSketches() throws {
        let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).codeLines
        let seed = try SharedMaterial.text(Self.seed)

        let blocks = ["swift", "json"].flatMap { seed.blocks(of: $0) }
        let missing = Set(blocks.flatMap(\.codeLines)).subtracting(here)

        #expect(blocks.count == 7)
        #expect(
            missing.sorted() == [
                "...", "let api = ...   // RFAPI instance", "let api = ... // RFAPI instance",
                "let rules = ... // Configuration loaded",
            ])
    }

    /// The rules of the seed, without the dots at their end.
    private func seedRules() throws -> [String: [String: Any]] {
        let json = """
            {
              "DEFAULT": {
                "Base": "https://exapmle.com/",
                "Path Prefix": "api/v2/",
                "Method": "GET",
                "Authorization": true
              },
              "TopicListRecommended": {
                "Path": "topics/recommended",
                "Response Type": 3,
                "Response Class": "TopicEntity"
              },
              "UserLogin": {
                "Method": "POST",
                "Path": "user/login",
                "Authorization": false,
                "Response Type": 2,
                "Response Class": "LoginResponseEntity"
              }
            }
            """
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: [String: Any]])
    }
}

/// Sends everything to one server.
private struct ToServer: HTTPMiddleware {
    let url: String

    init(_ url: String) { self.url = url }

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        let target = request.url.absoluteString.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        guard let url = URL(string: url + target) else { throw URLError(.badURL) }
        request.url = url
        return try await next.execute(request)
    }
}

extension String {
    /// The lines without the white space around them.
    fileprivate var codeLines: [String] {
        split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The blocks of a language in Markdown.
    fileprivate func blocks(of language: String) -> [String] {
        components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }
}
