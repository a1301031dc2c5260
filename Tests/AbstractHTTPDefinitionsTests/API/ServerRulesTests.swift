import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Definitions that come from a server, and the last good copy of them.
@Suite(.tags(.libcurl)) struct ServerRulesTests {
    private let server: LoopbackServer
    private let api: DefinitionAPI
    private let copy = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)/rules")

    init() throws {
        server = try LoopbackServer()
        api = try DefinitionAPI.over(TestConnector.shared, #"{"Own": {"Path": "own"}}"#)
    }

    private var names: [String] { api.store.definitions.compactMap(\.name) }

    @Test func theFileOfTheServerIsLoadedAndKept() async throws {
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        server.enqueue(.json(#"{"A": {"Path": "a", "Color": 1}}"#))

        let loaded = try await api.loadDefinitions(from: "\(server.url)/rules.json", keeping: copy, lenient: true)

        #expect(names == ["A"])
        #expect(loaded.serverError == nil && loaded.copyError == nil)
        #expect(loaded.warnings.map(\.path) == ["$['A']['Color']"])
        #expect(try Data(contentsOf: copy) == Data(#"{"A": {"Path": "a", "Color": 1}}"#.utf8))
        #expect(server.requests[0].headers["Accept"] == "application/json, application/x-plist;q=0.9")
    }

    @Test func aPropertyListIsReadByItsMediaType() async throws {
        let text =
            #"<plist version="1.0"><dict><key>A</key><dict><key>Path</key><string>a</string></dict></dict></plist>"#
        server.enqueue(.init(headers: ["Content-Type": "application/x-plist"], data: Data(text.utf8)))

        try await api.loadDefinitions(from: "\(server.url)/rules")

        #expect(names == ["A"])
    }

    @Test(arguments: [500, 200]) func lastGoodCopyReplacesUnusableRules(_ status: Int) async throws {
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        server.enqueue(.json(#"{"A": {"Path": "a"}}"#))
        server.enqueue(.json(#"{"B": {"Path": 1}}"#, statusCode: status))
        try await api.loadDefinitions(from: "\(server.url)/rules", keeping: copy)
        try api.store.load(json: Data("{}".utf8))

        let loaded = try await api.loadDefinitions(from: "\(server.url)/rules", keeping: copy)

        #expect(names == ["A"])
        #expect((loaded.serverError is DefinitionFaults) == (status == 200))
        #expect((loaded.serverError is ConnectionError) == (status == 500))
        #expect(try String(contentsOf: copy, encoding: .utf8).contains("\"A\""))
    }

    /// A rule file says where requests go.
    @Test func onlyTheOwnerReadsTheCopy() async throws {
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        server.enqueue(.json(#"{"A": {"Path": "a"}}"#))

        try await api.loadDefinitions(from: "\(server.url)/rules", keeping: copy)

        let modes = try [copy, copy.deletingLastPathComponent()].map {
            try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
        }
        #expect(modes == [0o600, 0o700])
    }

    @Test func emptyServerRulesKeepTheDefinitions() async throws {
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        server.enqueue(.json(#"{"A": {"Path": "a"}}"#))
        server.enqueue(.json("{}"))
        try await api.loadDefinitions(from: "\(server.url)/rules", keeping: copy)

        let loaded = try await api.loadDefinitions(from: "\(server.url)/rules", keeping: copy)

        #expect(
            (loaded.serverError as? DefinitionFaults)?.faults.map(\.description) == ["$: the file has no definitions"])
        #expect(names == ["A"])
        #expect(try String(contentsOf: copy, encoding: .utf8).contains("\"A\""))
    }

    @Test func withoutACopyTheErrorIsThrownAndTheStoreStays() async throws {
        server.enqueue(.json(#"{"B": {"Path": 1}}"#))
        server.enqueue(.init(statusCode: 404))

        await #expect(throws: DefinitionFaults.self) { try await api.loadDefinitions(from: server.url, keeping: copy) }
        let error = await failure { try await api.loadDefinitions(from: server.url) }

        #expect(error?.response?.statusCode == 404)
        #expect(names == ["Own"])
    }

    @Test func failedCopyWriteIsReported() async throws {
        server.enqueue(.json(#"{"A": {"Path": "a"}}"#))

        let loaded = try await api.loadDefinitions(
            from: server.url, keeping: URL(filePath: "/proc/nowhere/rules"))

        #expect(loaded.copyError != nil)
        #expect(names == ["A"])
    }
}
