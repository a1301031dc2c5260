import AbstractHTTPTesting
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

/// Each row of the page compiles, and does what it says.
@Suite(.timeLimit(.minutes(5))) struct ComingFromRFAPIPageTests {
    private let connector = ScriptedConnector { _, _ in
        .response(.json(#"{"url": "https://api.example.com/topics"}"#))
    }
    private let api: RFAPI
    private let define = RFAPIDefine()
    private var values: [String: Any] { ["page": 1] }
    private let printed = LockedValue<[String]>([])

    init() {
        api = RFAPI(config: ConnectionConfig(connector: connector), cache: HTTPCache())
        api.baseURL = "https://api.example.com/"
        (define.name, define.path) = ("Anything", "topics")
        api.defineManager.defines = [define]
    }

    private func print(_ text: String) { printed.withLock { $0.append(text) } }

    // MARK: - Names that stay

    @Test func apiKeepsItsNames() {
        let manager: RFAPIDefineManager = api.defineManager
        api.operations(withIdentifier: "Anything").forEach { $0.cancel() }
        api.operations(withGroupIdentifier: "home").forEach { $0.cancel() }
        api.cancelOperation(withIdentifier: "Anything")
        api.cancelOperations(withGroupIdentifier: "home")

        #expect(manager === api.store && api.baseURL == "https://api.example.com/")
    }

    @Test func managerKeepsItsNames() throws {
        let manager = api.defineManager
        manager.defaultDefine = RFAPIDefine()
        manager.defaultDefine?.method = "PUT"
        manager.defaultRequestSerializer = .form
        manager.defaultResponseSerializer = .bytes
        manager.authorizationHeader["Authorization"] = "Custom Credential"
        manager.authorizationParameters["Custom Parameter"] = "Custom Value"

        #expect(manager.defines.map(\.name) == ["Anything"] && manager.define(forName: "Anything")?.path == "topics")
        #expect(api.authorization.headers == ["Authorization": "Custom Credential"])
        #expect(api.authorization.parameters["Custom Parameter"] as? HTTPContent == "Custom Value")
        #expect(manager.setDefinesWithRulesInfo(["A": ["Path": "a", "Color": 1]]).isEmpty)
    }

    @Test func defineKeepsItsNames() {
        define.name = "Topic"
        define.baseURL = URL(string: "https://api.example.com/v2")
        define.pathPrefix = "api/"
        define.path = "topics"
        define.method = "put"
        define.httpRequestHeaders = ["X-A": "1"]
        define.defaultParameters = values
        define.needsAuthorization = true
        define.requestSerializerClass = "AFHTTPRequestSerializer"
        define.cachePolicy = .cachePolicyExpire
        define.expire = 300
        define.offlinePolicy = .offlinePolicyLoadCache
        define.responseSerializerClass = "AFHTTPResponseSerializer"
        define.responseExpectType = .objects
        define.responseAcceptNull = true
        define.responseClass = "TopicEntity"
        define.userInfo = ["user": "info"]
        define.notes = "This is a test"

        #expect(define.method == "PUT" && define.baseURL?.absoluteString == "https://api.example.com/v2/")
        #expect(define.copy().definition == define.definition)
        #expect(RFAPIDefine().newDefineMergedDefault(define).definition == define.definition)
    }

    @Test func contextKeepsItsNames() async {
        let events = LockedValue<[String]>([])
        let isDone = Promise<Void>()
        let task = api.request(define: define) { c in
            c.timeoutInterval = 600
            c.parameters = ["page": 1]
            c.httpHeaders = ["X-A": "1"]
            c.requestCustomization = { request in request.headers["X-Trace"] = "7" }
            c.responseObjectTransformer = { _, object in (object as? HTTPContent)?["url"]?.stringValue }
            c.identifier = "list"
            c.groupIdentifier = "home"
            c.loadMessage = "List Loading"
            c.loadMessageShownModal = false
            c.bindControls = []
            c.userInfo = ["row": 3]
            c.uploadProgress { _, _ in }
            c.downloadProgress { _, _ in }
            c.success { _, rsp in events.withLock { $0.append("success \(rsp ?? "nil")") } }
            c.failure { _, error in events.withLock { $0.append("\(error)") } }
            c.finished { _, isSuccess in events.withLock { $0.append("finished \(isSuccess)") } }
            c.completion { _, _, _ in isDone.fulfill(()) }
        }
        await isDone.value()

        #expect(events.withLock { $0 } == ["success https://api.example.com/topics", "finished true"])
        #expect(connector.requests.map { $0.headers["X-A"] } == ["1"])
        #expect(connector.requests.map { $0.headers["X-Trace"] } == ["7"])
        #expect(task.define.path == "topics" && task.identifier == "list" && task.groupIdentifier == "home")
        #expect(task.originalRequest?.url.query() == "page=1" && task.currentRequest?.method == .get)
        #expect(task.response?.statusCode == 200 && task.isSuccess && task.error == nil)
        #expect(task.responseObject as? String == "https://api.example.com/topics")
        #expect(task.userInfo["row"] as? Int == 3)
        task.cancel()
    }

    @Test func taskHasACopyOfItsDefine() {
        let task = api.request(define: define)

        task.define.path = "other"

        #expect(define.path == "topics" && task.define.path == "topics")
    }

    // MARK: - Other types and names

    @Test func contextIsAStructWithoutOptionals() async {
        let names = Promise<[String]>()
        let task = api.request(name: "Anything") { (c: inout RFAPIRequestConext) in
            c.parameters = [:]
            c.parameters["page"] = 1
            c.httpHeaders = [:]
            c.userInfo = [:]
            c.completion { task, _, error in names.fulfill([task.identifier, error?.localizedDescription ?? "none"]) }
        }

        #expect(await names.value() == ["Anything", "none"])
        #expect(connector.lines == ["GET https://api.example.com/topics?page=1"])
        task.cancel()
    }

    @Test func formHasItsParts() async throws {
        let isDone = Promise<Void>()
        api.request(name: "Anything") { c in
            c.formData = { form in form.add("film", "a") }
            c.completion { _, _, _ in isDone.fulfill(()) }
        }
        await isDone.value()

        #expect(connector.requests.first?.headers["Content-Type"]?.hasPrefix("multipart/form-data") == true)
    }

    @Test func parametersOfADictionary() async throws {
        let isDone = Promise<Void>()
        api.request(name: "Anything") { c in
            c.parameters = DefinitionParameters(values)
            c.debugDelayRequestSend = .zero
            c.finished { _, _ in isDone.fulfill(()) }
        }
        await isDone.value()

        #expect(connector.lines == ["GET https://api.example.com/topics?page=1"])
    }

    @Test func objectWithoutAModelIsATree() async {
        let isDone = Promise<Void>()
        api.request(name: "Anything") { c in
            c.success { _, rsp in
                guard let rsp = rsp as? HTTPContent else { return }
                print(rsp["url"]?.stringValue ?? "no URL")
            }
        }
        api.request(name: "Anything") { c in
            c.success { _, rsp in if rsp is [String: Any] { print("a dictionary") } }
            c.finished { _, _ in isDone.fulfill(()) }
        }
        await isDone.value()
        await until { !printed.withLock { $0 }.isEmpty }

        #expect(printed.withLock { $0 } == ["https://api.example.com/topics"])
    }

    @Test func debugFailureHasItsCode() async {
        let failure = Promise<ConnectionError>()
        api.request(name: "Anything") { c in
            c.debugRequestFailWithCode = 7
            c.failure { _, error in failure.fulfill(error) }
        }

        #expect(await failure.value().underlying as? DefinitionError == .debug(code: 7))
    }

    @Test func modelsAreRegistered() async throws {
        api.registry.register("Link") { content in content["url"]?.stringValue ?? "" }
        define.responseExpectType = .object
        define.responseClass = "Link"

        #expect(try await api.request("Anything") as? String == "https://api.example.com/topics")
    }

    @Test func theConnectorReplacesTheSession() {
        api.connectionConfig.connector = DefaultHTTPConnector { $0.idleTimeout = .seconds(5) }
        #if !canImport(FoundationNetworking)
            let configuration = URLSessionConfiguration.default
            api.connectionConfig.connector = DefaultHTTPConnector { $0.configuration = configuration }
        #endif

        #expect(api.connectionConfig.connector is DefaultHTTPConnector)
    }

    // MARK: - Differences

    @Test func unknownNameIsAFailureWithATask() async {
        let failure = Promise<String>()
        api.request(name: "Unknown") { c in c.failure { task, _ in failure.fulfill(task.identifier) } }

        #expect(await failure.value() == "Unknown")
    }

    @Test func defineWithoutANameHasAnIdentifier() {
        let unnamed = RFAPIDefine()
        unnamed.path = "topics"

        #expect(api.request(define: unnamed).identifier != api.request(define: unnamed).identifier)
    }

    @Test func baseOfARuleEndsWithASlash() async throws {
        api.defineManager.setDefinesWithRulesInfo([
            "With": ["Base": "https://a.example/v2/", "Path": "x"],
            "Without": ["Base": "https://a.example/v2", "Path": "x"],
        ])
        for name in ["With", "Without"] { try await api.request(name) }

        #expect(connector.lines == ["GET https://a.example/v2/x", "GET https://a.example/x"])
    }

    @Test(arguments: ["https://a.example/b", "https://a.example/b/", "https://a.example/{v}"])
    func baseOfADefineEndsWithASlash(_ base: String) {
        define.baseURL = URL(string: base)

        #expect(define.definition.baseURL == (base.hasSuffix("/") ? base : base + "/"))
    }

    @Test func baseWithoutAPathIsUnchanged() {
        define.baseURL = URL(string: "https://a.example")

        #expect(define.definition.baseURL == "https://a.example")
    }

    // MARK: - The URL of a define

    @Test func urlOfADefineHasItsParameters() throws {
        define.path = "https://example.com:{port}/{path}?{q}=b{none}"
        let parameters: [String: Any] = [
            "port": 8080, "path": "hello-word", "q": "key1", "other": "c",
            RFAPIRequestForceQuryStringParametersKey: ["a": 123],
        ]

        let url = try api.defineManager.requestURL(for: define, parameters: parameters)

        #expect(url.absoluteString == "https://example.com:8080/hello-word?key1=b&a=123")
    }

    @Test func urlOfADefineNeedsTheValuesOfItsPath() throws {
        define.path = "https://example.com/topics/{id}"

        #expect(throws: DefinitionError.self) { try api.defineManager.requestURL(for: define) }
    }

    @Test func urlOfADefineJoinsBaseAndPrefix() throws {
        define.baseURL = URL(string: "http://example.com/api/")
        define.pathPrefix = "relative/"

        #expect(
            try api.defineManager.requestURL(for: define).absoluteString == "http://example.com/api/relative/topics")
        define.pathPrefix = "/root/"
        #expect(try api.defineManager.requestURL(for: define).absoluteString == "http://example.com/root/topics")
    }

    @Test func urlOfADefineNeedsABase() {
        #expect(throws: InvalidRequest.missingBase("topics")) { try api.defineManager.requestURL(for: define) }
        define.path = nil
        #expect(throws: DefinitionError.noPath("Anything")) { try api.defineManager.requestURL(for: define) }
    }

    // MARK: - Copies

    @Test func copyOfADefineBelongsToNoManager() {
        let copy = define.copy()

        copy.path = "other"

        #expect(define.path == "topics" && api.defineManager.definition(named: "Anything")?.path == "topics")
    }

    @Test func mergedDefineTakesWhatIsMissing() {
        let other = RFAPIDefine(Definition(name: "B", path: "b"))
        other.cachePolicy = .cachePolicyNoCache
        define.method = "PUT"

        let merged = define.newDefineMergedDefault(other)
        merged.notes = "own"

        #expect(merged.name == "Anything" && merged.path == "topics" && merged.method == "PUT")
        #expect(merged.cachePolicy == .cachePolicyNoCache && define.cachePolicy == .cachePolicyDefault)
        #expect(define.notes == nil && other.notes == nil)
        #expect(RFAPIDefine().newDefineMergedDefault(other).name == "B")
    }
}
