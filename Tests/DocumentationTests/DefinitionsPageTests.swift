import AbstractHTTPDefinitions
import AbstractHTTPTesting
import AbstractHTTPUserMessages
import Foundation
import TestSupport
import Testing

private struct Topic: Codable, Equatable, Sendable {
    var title: String
}

private struct Price: Sendable {
    var cents: Int
}

private struct Refusal: Error {
    var message: String?
}

private struct TextEncoder: ContentEncoder {
    func encode(_ value: any Encodable) throws -> EncodedContent {
        EncodedContent(mediaType: .text, body: .data(Data("\(try HTTPContent(value))".utf8)))
    }
}

struct Envelope: DefinitionBehavior {
    func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
        let content = try response.content()
        guard content["code"]?.intValue == 0 else { throw Refusal(message: content["message"]?.stringValue) }
        try response.replace(with: content["data"] ?? .null)
        return true
    }

    func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool {
        // False: the failure of the request itself is not called.
        error.response?.statusCode != 401
    }
}

@MainActor
final class Banner: LoadMessagePresenter {
    private(set) var text = ""

    func show(_ messages: [LoadMessage]) { text = messages.last?.text ?? "" }
    func alert(_ error: ConnectionError, message: FailureMessage) { text = message.description }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DefinitionsPageTests {
    /// Answers with a list of topics or with one topic, and records the requests.
    private let connector = ScriptedConnector { _, request in
        let topic = #"{"title": "HTTP"}"#
        let text = request.url.path.hasSuffix("recommended") ? "[\(topic)]" : topic
        return .response(Response(statusCode: 200, data: Data(text.utf8)))
    }

    /// The first block of JSON of the page.
    private var rules: Data {
        get throws {
            let page = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Documentation/Definitions.md")
            let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```json\n")
            return Data(parts[1].components(separatedBy: "```")[0].utf8)
        }
    }

    private func api() throws -> DefinitionAPI {
        let api = DefinitionAPI(config: ConnectionConfig(connector: connector), cache: HTTPCache())
        api.registry.register(Topic.self)
        try api.store.load(json: rules)
        try api.store.add(Definition(name: "Upload", path: "films"))
        return api
    }

    private func finish(_ api: DefinitionAPI) async {
        await until { api.tasks.isEmpty }
    }

    @Test func aRequestIsMadeByName() async throws {
        let rules = try rules
        try await HTTPCache.standard.removeAll()
        let api = DefinitionAPI(config: ConnectionConfig(connector: connector))
        api.registry.register(Topic.self)
        try api.store.load(json: rules)

        let topics = try await api.request("TopicListRecommended", as: [Topic].self, parameters: ["page": 1])
        let topic = try await api.request("TopicUpdate", as: Topic.self, parameters: ["id": 7, "title": "HTTP"])

        #expect(topics == [Topic(title: "HTTP")] && topic == topics[0])
        #expect(
            connector.requests.suffix(1).map { "\($0.method) \($0.url)" } == [
                "PUT https://api.example.com/v2/topics/7"
            ])
        try await api.cache.removeAll()
    }

    @Test func aRequestHasCallbacks() async throws {
        let api = try api()
        var shown: [String] = []
        func show(_ topics: [Topic]) { shown += topics.map(\.title) }
        func show(_ text: String) { shown.append(text) }

        let task = api.request(name: "TopicListRecommended") { c in
            c.parameters = ["page": 1, "page_size": 20]
            c.loadMessage = "Loading the list"
            c.groupIdentifier = "home"
            c.success { task, topics in show(topics as? [Topic] ?? []) }
            c.failure { task, error in show(FailureMessage(of: error).description) }
        }
        #expect(api.tasks(group: "home").count == 1)
        await finish(api)

        #expect(shown == ["HTTP"])
        #expect(task.isSuccess)
    }

    @Test func requestsAreFoundAndCanceled() async throws {
        let api = DefinitionAPI(config: ConnectionConfig(connector: ScriptedConnector { _, _ in .silence }))
        let task = api.request(definition: Definition(name: "TopicListRecommended", path: "http://localhost/"))
        for task in api.tasks(identifier: "TopicListRecommended") { print(task.isEnded) }
        api.cancel(identifier: "TopicListRecommended")
        api.cancel(group: "home")
        await finish(api)

        #expect(task.error?.cancelReason == .identifier("TopicListRecommended"))
    }

    @Test func namesAreRegistered() throws {
        let api = try api()
        api.registry.register(responseSerializer: "Snake", .json(keys: .fromSnakeCase))
        api.registry.register(requestSerializer: "Text", TextEncoder(), queryMethods: [.get])
        api.registry.register(Topic.self, as: "TPC")
        api.registry.register("Price") { content in Price(cents: content["cents"]?.intValue ?? 0) }

        let rules = #"{"A": {"Serializer": "Text", "Response Serializer": "Snake", "Response Class": "Price"}}"#
        try api.store.load(json: Data(rules.utf8))
    }

    @Test func faultsIncludeTheirPlaces() throws {
        let api = try api()
        do {
            try api.store.load(json: Data(#"{"A": {"path": "a", "Method": 1}}"#.utf8))
        } catch let error as DefinitionFaults {
            for fault in error.faults { print(fault) }
            // $['A']['Method']: 1 is not a string; write it in quotation marks
            // $['A']['path']: unknown key "path"; did you mean "Path"?
        }

        let error = #expect(throws: DefinitionFaults.self) {
            try api.store.load(json: Data(#"{"A": {"path": "a", "Method": 1}}"#.utf8))
        }
        #expect(
            error?.faults.map(\.description) == [
                "$['A']['Method']: 1 is not a string; write it in quotation marks",
                #"$['A']['path']: unknown key "path"; did you mean "Path"?"#,
            ])
    }

    @Test func definitionsAreMadeInCode() async throws {
        let api = try api()
        var definition = Definition(name: "TopicSearch", path: "topics/search")
        definition.responseType = .objects
        definition.responseClass = "Topic"
        try api.store.add(definition)
        api.store.defaultDefinition.headers = ["Accept-Language": "en"]

        try await api.request("TopicSearch", as: Void.self)
        #expect(connector.requests[0].headers["Accept-Language"] == "en")
    }

    @Test func definitionsComeFromAServer() async throws {
        let api = DefinitionAPI(
            config: ConnectionConfig(connector: MockConnector { _ in throw URLError(.notConnectedToInternet) }))
        api.registry.register(Topic.self)
        let copy = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        try rules.write(to: copy)

        let loaded = try await api.loadDefinitions(from: "https://api.example.com/rules.json", keeping: copy)
        if let error = loaded.serverError { print("the definitions are those of the last time: \(error)") }

        #expect(loaded.serverError != nil && api.store.definitions.count == 3)
    }

    @Test func contextHasMoreOptions() async throws {
        let api = try api()
        let draft = Topic(title: "Draft")
        api.request(name: "TopicUpdate") { c in
            c.parameters = ["id": 7]
            c.liveParameters = { ["title": draft.title] }
            c.headers = ["If-Match": "\"v1\""]
            c.timeoutInterval = 10
            c.requestCustomization = { request in request.headers["X-Trace"] = "7" }
            c.responseObjectTransformer = { definition, object in (object as? Topic)?.title }
            c.userInfo = ["row": 3]
        }
        let task = try #require(api.tasks.first)
        await finish(api)

        #expect(task.responseObject as? String == "HTTP" && task.userInfo["row"] as? Int == 3)
        #expect(connector.requests[0].headers["X-Trace"] == "7")
    }

    @Test func parametersArePutTogether() async throws {
        let api = try api()
        let (page, author, state, topic): (Int, String?, String, Topic) = (2, nil, "open", Topic(title: "HTTP"))
        var parameters: DefinitionParameters = ["page": page, "tags": ["swift", "http"], "author": author]
        parameters["filter"] = ["state": state, "limit": 10] as DefinitionParameters
        parameters["order"] = ["title", 1] as HTTPContent
        let same = DefinitionParameters(topic)

        try await api.request("Login", parameters: parameters)
        try await api.request("Login", parameters: same)

        let bodies = connector.requests.compactMap { request -> String? in
            guard case .data(let data)? = request.body?.source else { return nil }
            return String(decoding: data, as: UTF8.self)
        }
        #expect(
            bodies == [
                #"{"filter":{"limit":10,"state":"open"},"order":["title",1],"page":2,"tags":["swift","http"]}"#,
                #"{"title":"HTTP"}"#,
            ])
    }

    @Test func aFormIsStreamed() async throws {
        let api = try api()
        let film = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: film) }
        try Data("film".utf8).write(to: film)
        api.request(name: "Upload") { c in
            c.parameters = ["title": "Holiday"]
            c.formData = { form in try form.add("film", file: film) }
            c.uploadProgress { task, progress in print(progress.fraction ?? 0) }
            c.completion { task, object, error in print(task.isSuccess) }
        }
        await finish(api)

        #expect(connector.requests[0].headers[.contentType]?.hasPrefix("multipart/form-data") == true)
    }

    @Test func behaviorDecidesCentrally() async throws {
        let api = try api()
        let token = "t"
        api.behavior = Envelope()
        api.connectionConfig.credentialOrigins = ["https://api.example.com"]
        api.authorization.headers["Authorization"] = "Bearer \(token)"
        api.authorization.parameters = ["device": "7"]

        let task = api.request(name: "TopicListRecommended")
        await finish(api)

        #expect(task.error?.underlying is Refusal)
        #expect(connector.requests[0].headers["Authorization"] == "Bearer t")
        #expect(connector.requests[0].url.query() == "device=7")
    }

    @Test func presenterShowsUnhandledFailures() async throws {
        let api = try api()
        let banner = Banner()
        api.messages.present(by: banner)
        api.behavior = Envelope()

        api.request(name: "Login")
        await finish(api)

        #expect(
            banner.text
                == FailureMessage(
                    of: ConnectionError(type: .invalidResponse, request: Request(url: URL(filePath: "/")))
                ).description)
    }

    @Test func responsesAreKept() async throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        let store = LayeredCacheStore(folder: folder, memoryLimit: 1 << 20, diskLimit: 10 << 20)
        let api = DefinitionAPI(cache: HTTPCache(store: store))
        try await api.cache.removeAll()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
