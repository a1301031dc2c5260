import AbstractHTTPTesting
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

/// The names of RFAPI that are not in the seed's blocks.
@Suite struct CompatibilityTests {
    @Test func copiedDefineSharesItsDefinition() {
        let define = RFAPIDefine()
        let other = define
        other.name = "A"
        other.httpRequestHeaders = ["X-A": "1"]
        other.responseAcceptNull = true
        other.notes = "note"

        #expect(define.name == RFAPIName(rawValue: "A") && define.httpRequestHeaders == ["X-A": "1"])
        #expect(define.responseAcceptNull && define.notes == "note")
        #expect(!define.needsAuthorization && define.responseExpectType == .default)
        #expect(define.baseURL == nil && define.pathPrefix == nil && define.path == nil && define.method == nil)
        #expect(define.responseClass == nil)
        define.baseURL = URL(string: "https://a.example/")
        define.method = "PUT"
        other.baseURL = URL(string: "https://a.example/{v}/")
        #expect(define.definition.baseURL == "https://a.example/{v}/")
        other.baseURL = URL(string: "https://a.example/")
        #expect(define.baseURL?.absoluteString == "https://a.example/" && define.method == "PUT")
        #expect(define.definition.name == "A" && define.definition.method == .put)
    }

    @Test func managerReportsFaults() throws {
        let api = RFAPI(cache: HTTPCache())
        let manager: RFAPIDefineManager = api.defineManager

        let faults = manager.setDefinesWithRulesInfo(["A": ["Path": 1, "Color": 2]])
        #expect(faults.map(\.path) == ["$['A']['Path']"])
        #expect(
            manager.setDefinesWithRulesInfo(["DEFAULT": ["Method": "PUT"], "A": ["Path": "a", "Color": 2]]) == [])

        #expect(manager.define(forName: "A")?.path == "a")
        #expect(manager.define(forName: "B") == nil)
        #expect(manager.defaultDefine?.method == "PUT")
        manager.defaultDefine?.method = "patch"
        manager.define(forName: "A")?.path = "b"
        let define = RFAPIDefine()
        manager.defaultDefine = define
        define.pathPrefix = "v2/"
        #expect(manager.defaultDefinition.pathPrefix == "v2/" && manager.defaultDefinition.method == nil)
        #expect(manager.definition(named: "A")?.path == "b")
        define.method = "get"
        #expect(manager.defaultDefinition.method == .get)
        let (first, second) = (manager.defaultDefine, manager.defaultDefine)
        first?.path = "one"
        second?.notes = "two"
        #expect(manager.defaultDefinition.path == "one" && define.notes == "two" && define.method == "GET")
        manager.defaultDefine = nil
        #expect(manager.defaultDefine?.method == nil)
    }

    @Test func renamedDefineMovesToItsName() {
        let manager: RFAPIDefineManager = RFAPI(cache: HTTPCache()).defineManager
        let define = RFAPIDefine(Definition(name: "A", path: "a"))
        manager.defines = [define]

        define.name = "B"
        define.path = "changed"
        #expect(manager.definitions.map(\.name) == ["B"] && manager.definition(named: "B")?.path == "changed")
        #expect(define.name == "B" && define.path == "changed")

        manager.define(forName: "B")?.name = "C"
        #expect(manager.definitions.map(\.name) == ["C"])
        manager.defaultDefine?.name = "D"
        manager.defaultDefine?.method = "PUT"
        #expect(manager.definitions.map(\.name) == ["C"] && manager.defaultDefinition.method == .put)
    }

    @Test func defineWithoutANameIsDetached() {
        let manager: RFAPIDefineManager = RFAPI(cache: HTTPCache()).defineManager
        let define = RFAPIDefine(Definition(name: "A", path: "a"))
        manager.defines = [define]

        define.name = nil
        define.path = "own"
        #expect(manager.definitions.isEmpty && define.name == nil && define.path == "own")

        // A definition that was removed does not come back under another name.
        define.name = "A"
        manager.defines = [define]
        manager.remove("A")
        define.name = "B"
        #expect(manager.definitions.isEmpty && define.name == "B")
    }

    @Test func concurrentChangesOfADefineAreKept() {
        let manager: RFAPIDefineManager = RFAPI(cache: HTTPCache()).defineManager
        manager.defines = [RFAPIDefine(Definition(name: "A"))]

        let kept = (0..<2_000).map { round in
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                let define = manager.define(forName: "A")
                if index == 0 { define?.path = "\(round)" } else { define?.notes = "\(round)" }
            }
            let define = manager.define(forName: "A")
            return define?.path == "\(round)" && define?.notes == "\(round)"
        }

        #expect(!kept.contains(false))
    }

    @Test func theKeysOfParametersHaveTheirNames() async throws {
        let api = try DefinitionAPI.over(
            MockConnector { _ in .json("1") }, #"{"A": {"Path": "a", "Method": "POST"}}"#)

        #expect(api.request(name: RFAPIName(rawValue: "A")).identifier == "A")
        let task = await api.finished("A") { c in
            c.parameters = [RFAPIRequestForceQuryStringParametersKey: ["q": 1], RFAPIRequestArrayParameterKey: [1, 2]]
        }

        #expect(task.originalRequest?.url.query() == "q=1")
        #expect(task.originalRequest?.body?.length == 5)
    }
}
