import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Valid rule files.
@Suite struct RuleFileTests {
    private let api: DefinitionAPI

    init() throws {
        api = try DefinitionAPI.over(ScriptedConnector())
    }

    private static let everyKey = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
            <key>DEFAULT</key><dict><key>Authorization</key><false/></dict>
            <key>@ Topics</key><dict>
                <key>Everything</key><dict>
                    <key>Base</key><string>http://example.com/</string>
                    <key>Path Prefix</key><string>api/v2/</string>
                    <key>Path</key><string>do/{id}</string>
                    <key>Method</key><string>PUT</string>
                    <key>Headers</key><dict><key>X-Foo</key><string>bar</string></dict>
                    <key>Parameters</key><dict><key>query</key><string>text</string><key>size</key><integer>20</integer></dict>
                    <key>Authorization</key><true/>
                    <key>Serializer</key><string>AFHTTPRequestSerializer</string>
                    <key>Response Serializer</key><string>AFHTTPResponseSerializer</string>
                    <key>Response Type</key><integer>2</integer>
                    <key>Response Class</key><string>TopicEntity</string>
                    <key>Response Accept Null</key><true/>
                    <key>Cache Policy</key><integer>3</integer>
                    <key>Expire</key><integer>300</integer>
                    <key>Offline Policy</key><integer>1</integer>
                    <key>User Info</key><dict><key>user</key><string>info</string></dict>
                    <key>Notes</key><string>This is a test</string>
                </dict>
            </dict>
        </dict></plist>
        """

    private var everything: Definition {
        var definition = Definition(name: "Everything", path: "do/{id}")
        definition.baseURL = "http://example.com/"
        definition.pathPrefix = "api/v2/"
        definition.method = .put
        definition.headers = ["X-Foo": "bar"]
        definition.parameters = ["query": "text", "size": 20]
        definition.needsAuthorization = true
        definition.requestSerializer = "AFHTTPRequestSerializer"
        definition.responseSerializer = "AFHTTPResponseSerializer"
        definition.responseType = .object
        definition.responseClass = "TopicEntity"
        definition.acceptsNull = true
        definition.cacheMode = .expire
        definition.expire = .seconds(300)
        definition.offlinePolicy = .loadCache
        definition.userInfo = ["user": "info"]
        definition.notes = "This is a test"
        return definition
    }

    @Test func aPropertyListHasEveryKey() throws {
        let warnings = try api.store.load(propertyList: Data(Self.everyKey.utf8))

        #expect(warnings == [])
        #expect(api.store.definitions == [everything])
        #expect(api.store.defaultDefinition.needsAuthorization == false)
    }

    @Test func binaryPropertyListAndJSONAreEquivalent() throws {
        let object = try PropertyListSerialization.propertyList(from: Data(Self.everyKey.utf8), format: nil)

        try api.store.load(
            propertyList: PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0))
        #expect(api.store.definitions == [everything])

        try api.store.load(json: JSONSerialization.data(withJSONObject: object))
        #expect(api.store.definitions == [everything])

        try api.store.load(rules: #require(object as? [String: Any]))
        #expect(api.store.definitions == [everything])
    }

    @Test func fileFormatIsDetected() throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            ("a.plist", Self.everyKey), ("b.rules", Self.everyKey), ("c.json", #"{"Everything": {"Path": "x"}}"#),
        ]

        for (name, text) in files {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            try api.store.load(file: file)
            #expect(api.store.definitions.map(\.path) == [name == "c.json" ? "x" : "do/{id}"])
        }
        #expect(throws: (any Error).self) { try api.store.load(file: folder.appending(path: "missing")) }
    }

    @Test func aDefinitionIsMergedOverTheDefaultKeyByKey() {
        var other = everything
        other.name = "DEFAULT"

        #expect(Definition(name: "Everything").merged(over: other) == everything)
        var own = Definition(name: "Own", path: "own")
        own.headers = ["X-Own": "1"]
        own.parameters = [:]
        own.needsAuthorization = false
        let merged = own.merged(over: other)
        #expect(merged.headers == ["X-Own": "1"])
        #expect(merged.parameters == [:])
        #expect(merged.needsAuthorization == false)
        #expect(merged.baseURL == "http://example.com/")
        #expect(merged.name == "Own")
    }

    @Test func changedDefaultAppliesToAllDefinitions() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json("1") }, #"{"A": {"Path": "a"}}"#)
        api.store.defaultDefinition.pathPrefix = "v1/"
        let first = await api.finished("A")
        api.store.defaultDefinition.pathPrefix = "v2/"
        let second = await api.finished("A")

        #expect(
            [first, second].map { $0.originalRequest?.url.path(percentEncoded: true) } == ["/v1/a", "/v2/a"])
    }

    @Test func aReplacedDefinitionIsUsedByTheNextRequest() async throws {
        let api = try DefinitionAPI.over(MockConnector { _ in .json("1") }, #"{"A": {"Path": "a"}}"#)
        let first = await api.finished("A")
        try api.store.add(Definition(name: "A", path: "b"))
        let second = await api.finished("A")
        try api.store.load(json: Data(#"{"A": {"Base": "http://example.com/", "Path": "c"}}"#.utf8))
        let third = await api.finished("A")
        api.store.remove("A")

        #expect([first, second, third].map { $0.originalRequest?.url.lastPathComponent } == ["a", "b", "c"])
        #expect(await api.finished("A").error?.underlying is DefinitionError)
    }

    @Test func loadedFileReplacesTheLastUnlessAdded() throws {
        try api.store.load(json: Data(#"{"DEFAULT": {"Method": "PUT"}, "A": {"Path": "a"}}"#.utf8))
        try api.store.load(json: Data(#"{"@g": {"B": {"Path": "b"}}}"#.utf8), replacing: false)
        #expect(api.store.definitions.map(\.name) == ["A", "B"])
        #expect(api.store.defaultDefinition.method == .put)

        try api.store.load(json: Data(#"{"C": {"Path": "c"}}"#.utf8))
        #expect(api.store.definitions.map(\.name) == ["C"])
        #expect(api.store.defaultDefinition.method == nil)
    }

    @Test func numbersAndBooleansAreReadLeniently() throws {
        let rules =
            #"{"A": {"Expire": "60", "Authorization": 1.0, "Response Accept Null": 0, "Expire ": 1, "Method": "pAtch"}}"#

        let warnings = try api.store.load(json: Data(rules.utf8), lenient: true)

        let definition = try #require(api.store.definition(named: "A"))
        #expect(definition.expire == .seconds(60))
        #expect(definition.needsAuthorization == true)
        #expect(definition.acceptsNull == false)
        #expect(definition.method == .patch)
        #expect(
            warnings.map(\.description) == [
                "$['A']['Expire ']: unknown key \"Expire \"; did you mean \"Expire\"?"
            ])
    }

    @Test func definitionsAreAddedAndRemovedInCode() throws {
        try api.store.add(Definition(name: "A", path: "a"))
        try api.store.add(Definition(name: "A", path: "b"))

        #expect(api.store.definitions.map(\.path) == ["b"])
        #expect(throws: DefinitionError.noName) { try api.store.add(Definition(path: "a")) }
        #expect(api.store.remove("A")?.path == "b")
        #expect(api.store.remove("A") == nil)
        #expect(api.store.definitions == [])
    }
}
