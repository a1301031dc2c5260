import AbstractHTTPCache
import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The stored responses in a folder, across several runs of a program. The tests of `AbstractHTTPCache` cover the rest.
@Suite(.tags(.threadSanitizer)) final class StoredDefinitionTests {
    private let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)/cache")

    deinit {
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    /// A new run of the program. The server numbers its responses.
    private func run(_ store: LayeredCacheStore? = nil) throws -> (api: DefinitionAPI, connector: ScriptedConnector) {
        let connector = ScriptedConnector { number, _ in .response(.json("\(number)")) }
        let api = DefinitionAPI(
            baseURL: "https://api.example.com/", config: ConnectionConfig(connector: connector),
            cache: HTTPCache(store: store ?? LayeredCacheStore(folder: folder)))
        let rule = #""Cache Policy": 2, "Authorization": true"#
        try api.store.load(json: Data(#"{"A": {"Path": "a", \#(rule)}, "B": {"Path": "b{n}", \#(rule)}}"#.utf8))
        return (api, connector)
    }

    private var files: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "cached" }
        }
    }

    @Test func aRequestIsAnsweredFromTheFolderInALaterRun() async throws {
        #expect(try await run().api.request("A", as: Int.self) == 1)

        let (api, connector) = try run()
        let task = await api.finished("A")
        #expect(task.isFromCache && task.responseObject as? HTTPContent == 1)
        #expect(connector.requests.isEmpty)
        #expect(try files.count == 1)
    }

    @Test func aDamagedFileCountsAsMissing() async throws {
        #expect(try await run().api.request("A", as: Int.self) == 1)
        let file = try #require(files.first)
        try Data(contentsOf: file).dropLast().write(to: file)

        let (api, connector) = try run()
        #expect(try await api.request("A", as: Int.self) == 1)
        #expect(connector.requests.count == 1)
    }

    @Test func noFileContainsACredential() async throws {
        let (api, _) = try run()
        api.authorization.headers = ["Authorization": "Bearer s3cret"]
        #expect(try await api.request("A", as: Int.self) == 1)

        let bytes = try Data(contentsOf: try #require(files.first))
        #expect(bytes.range(of: Data("s3cret".utf8)) == nil)
        #expect(bytes.range(of: Data("api.example.com".utf8)) != nil)
    }

    @Test func aRemovedResponseIsGoneInLaterRuns() async throws {
        let (api, _) = try run()
        for n in [1, 2] { _ = try await api.request("B", as: Int.self, parameters: ["n": n]) }
        #expect(try files.count == 2)

        try await api.cache.remove(try #require(URL(string: "https://api.example.com/b1#top")))
        #expect(try files.count == 1)
        let (later, connector) = try run()
        for n in [1, 2] { _ = try await later.request("B", as: Int.self, parameters: ["n": n]) }
        #expect(connector.requests.map { $0.url.path() } == ["/b1"])

        try await later.cache.removeAll()
        #expect(try files.isEmpty)
    }

    /// A response that a program uses in memory also counts as used in the folder.
    @Test func memoryHitUpdatesTheFileDate() async throws {
        let (api, _) = try run()
        _ = try await api.request("A", as: Int.self)
        let file = try #require(files.first)
        let past = Date(timeIntervalSince1970: 1_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)

        _ = try await api.request("A", as: Int.self)
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        #expect(try #require(date) > past + 1_000)
    }

    @Test func unwritableFolderStoresNothing() async throws {
        let (api, _) = try run(LayeredCacheStore(folder: URL(filePath: "/proc/nowhere"), memoryLimit: 0))

        for number in 1...2 { #expect(try await api.request("A", as: Int.self) == number) }
    }
}

/// The policy `protocol` follows the rules of the cache.
@Suite(.timeLimit(.minutes(5))) struct ProtocolPolicyTests {
    @Test func staleResponseIsUsedWhileItIsRefreshed() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#) { number, _ in
            .response(.json("\(number)", headers: ["Cache-Control": "max-age=60, stale-while-revalidate=60"]))
        }
        #expect(try await cached.get() == 1)
        cached.pass(90)
        let stale = await cached.api.finished("A")
        #expect(stale.isFromCache && stale.responseObject as? HTTPContent == 1)
        await cached.connector.waitForRequests(2)
        while try await cached.get() != 2 { await Task.yield() }

        #expect(cached.connector.requests.count == 2)
    }

    @Test func reusedResponseHasAnAge() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        #expect(try await cached.get() == 1)
        cached.pass(30)

        let response = try #require(await cached.api.finished("A").response)
        #expect(response.headers["Age"] == "30" && response.cacheStatus?.isHit == true)
    }

    @Test func rangeIsAnsweredWithItsPartOfTheStoredResponse() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60", "ETag": "\"v1\""])
        #expect(try await cached.get() == 1)

        var definition = try #require(cached.api.store.definition(named: "A"))
        definition.headers = ["Range": "bytes=0-0"]
        try cached.api.store.add(definition)
        let task = await cached.api.finished("A")
        #expect(task.response?.statusCode == 206 && task.responseObject as? HTTPContent == 1)
        #expect(cached.connector.requests.count == 1)
    }
}
