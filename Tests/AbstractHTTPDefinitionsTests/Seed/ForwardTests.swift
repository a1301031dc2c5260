import AbstractHTTPTesting
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

/// RFAPI's names for the parts of a definition, of its manager and of an API.
@Suite struct ForwardTests {
    private let connector = ScriptedConnector { _, _ in .response(.json("1")) }

    @Test func forwardsPolicies() {
        let define = RFAPIDefine()
        #expect(define.cachePolicy == .default && define.offlinePolicy == .default && define.expire == 0)

        define.cachePolicy = .cachePolicyExpire
        define.expire = 1.5
        define.offlinePolicy = .offlinePolicyLoadCache

        #expect(define.definition.cacheMode == .expire && define.cachePolicy == .expire)
        #expect(define.definition.expire == .milliseconds(1_500) && define.expire == 1.5)
        #expect(define.definition.offlinePolicy == .loadCache && define.offlinePolicy == .loadCache)
    }

    @Test func namesEveryPolicy() {
        let caching: [RFAPIDefineCachePolicy] = [
            .cachePolicyDefault, .cachePolicyProtocol, .cachePolicyAlways, .cachePolicyExpire, .cachePolicyNoCache,
        ]
        let offline: [RFAPIDefineOfflinePolicy] = [.offlinePolicyDefault, .offlinePolicyLoadCache]

        #expect(caching == RFAPIDefineCachePolicy.allCases && offline == RFAPIDefineOfflinePolicy.allCases)
    }

    @Test func forwardsDictionariesOfAnyValues() {
        let define = RFAPIDefine()
        #expect(define.defaultParameters == nil && define.userInfo == nil)

        define.defaultParameters = ["page_size": 20, "tags": ["a", "b"], "ratio": 0.5, "draft": true]
        define.userInfo = ["nested": ["id": UInt64.max], "at": Date(timeIntervalSince1970: 1), "none": NSNull()]

        #expect(
            define.definition.parameters == ["draft": true, "page_size": 20, "ratio": 0.5, "tags": ["a", "b"]])
        #expect(define.defaultParameters?["page_size"] as? Int == 20)
        #expect(define.defaultParameters?["ratio"] as? Double == 0.5)
        #expect(define.defaultParameters?["draft"] as? Bool == true)
        #expect(define.defaultParameters?["tags"] as? [String] == ["a", "b"])
        #expect((define.userInfo?["nested"] as? [String: Any])?["id"] as? UInt64 == .max)
        #expect(define.userInfo?["at"] as? Date == Date(timeIntervalSince1970: 1))
        #expect(define.userInfo?["none"] is NSNull)
    }

    @Test func leavesOutValuesThatCannotBeEncoded() {
        final class Opaque {}
        let define = RFAPIDefine()

        define.userInfo = ["a": 1, "b": Opaque()]

        #expect(define.definition.userInfo == ["a": 1])
    }

    @Test func forwardsSerializers() async throws {
        let api = try DefinitionAPI.over(connector)
        let define = RFAPIDefine()
        define.path = "a"
        define.method = "POST"
        define.defaultParameters = ["a": "b c"]
        define.requestSerializerClass = "AFHTTPRequestSerializer"
        define.responseSerializerClass = "AFHTTPResponseSerializer"

        define.name = "A"
        api.defineManager.defines = [define]
        let task = await api.finished("A")

        #expect(define.requestSerializerClass == "AFHTTPRequestSerializer")
        #expect(define.responseSerializerClass == "AFHTTPResponseSerializer")
        #expect(try await connector.bodies() == ["a=b+c"])
        #expect(task.responseObject as? Data == Data("1".utf8))
    }

    @Test func definesReflectTheManagersDefinitions() throws {
        let manager = RFAPI(cache: HTTPCache()).defineManager
        manager.defaultDefinition.pathPrefix = "v2/"
        let (first, second, unnamed) = (RFAPIDefine(), RFAPIDefine(), RFAPIDefine())
        (first.name, second.name) = ("A", "B")

        manager.defines = [second, unnamed, first]
        first.path = "one"
        manager.defines[1].path = "two"

        #expect(manager.defines.map(\.name) == ["A", "B"])
        #expect(manager.definitions.map(\.path) == ["one", "two"] && second.path == "two")
        #expect(manager.defaultDefinition.pathPrefix == "v2/")
    }

    @Test func aDefineThatWasRemovedStaysRemoved() {
        let manager = RFAPI(cache: HTTPCache()).defineManager
        let define = RFAPIDefine()
        define.name = "A"
        manager.defines = [define]

        manager.defines = []
        define.path = "a"

        #expect(manager.defines.isEmpty && define.path == "a")
    }

    @Test func managerExposesTheCredentials() async throws {
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Authorization": true}}"#)

        api.defineManager.authorizationHeader["Authorization"] = "Bearer t"
        api.defineManager.authorizationParameters["device"] = "7"
        await api.finished("A")

        #expect(api.authorization.headers == ["Authorization": "Bearer t"])
        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer t"])
        #expect(connector.requests.map { $0.url.query() } == ["device=7"])
        api.authorization.headers = [:]
        #expect(api.defineManager.authorizationHeader.isEmpty)
        #expect(api.defineManager.authorizationParameters["device"] as? HTTPContent == "7")
    }

    @Test func operationsAreFoundAndCanceled() async throws {
        let waiting = ScriptedConnector { _, _ in .silence }
        let api = try DefinitionAPI.over(waiting, #"{"A": {"Path": "a"}, "B": {"Path": "b"}, "C": {"Path": "c"}}"#)
        let events = Events()
        for name in ["A", "B", "C"] {
            api.request(name: name) { c in
                c.groupIdentifier = name == "A" ? nil : "screen"
                c.finished { task, _ in events(task.identifier) }
            }
        }
        #expect(api.operations(withIdentifier: "A").map(\.identifier) == ["A"])
        #expect(api.operations(withGroupIdentifier: "screen").map(\.identifier) == ["B", "C"])
        #expect(api.operations(withIdentifier: nil).isEmpty && api.operations(withGroupIdentifier: nil).isEmpty)

        api.cancelOperation(withIdentifier: nil)
        api.cancelOperations(withGroupIdentifier: nil)
        api.cancelOperation(withIdentifier: "B")
        await events.wait(for: 1)
        #expect(events.lines == ["B"])
        api.cancelOperations(withGroupIdentifier: "screen")
        await events.wait(for: 2)
        api.cancelOperation(withIdentifier: "A")
        await events.wait(for: 3)

        #expect(events.lines == ["B", "C", "A"])
    }
}
