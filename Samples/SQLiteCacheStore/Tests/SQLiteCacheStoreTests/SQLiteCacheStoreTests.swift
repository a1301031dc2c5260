import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import SQLiteCacheStore
import Testing

@Suite(.timeLimit(.minutes(5))) final class SQLiteCacheStoreTests {
    private let file = FileManager.default.temporaryDirectory.appending(component: "Cache-\(UUID().uuidString).sqlite")

    deinit {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    }

    @Test(arguments: CacheStoreCase.all) func theStoreKeepsTheRules(rule: CacheStoreCase) async throws {
        try await rule.check(SQLiteCacheStore(file: file))
    }

    /// A server that numbers its responses.
    private func config(_ store: SQLiteCacheStore, bytes: Int = 1) -> (ConnectionConfig, ScriptedConnector) {
        let connector = ScriptedConnector { number, _ in
            .response(
                Response(
                    statusCode: 200, headers: ["Cache-Control": "max-age=3600"],
                    data: Data(repeating: UInt8(number), count: bytes)))
        }
        var config = ConnectionConfig(baseURL: "https://example.com", connector: connector)
        config.cache = HTTPCache(store: store)
        return (config, connector)
    }

    @Test func responsesPersistAcrossRuns() async throws {
        for _ in 0..<2 {
            let (config, connector) = config(try SQLiteCacheStore(file: file))
            #expect(try await HTTP("/a").asData(config: config).response() == Data([1]))
            _ = connector
        }
        let (config, connector) = config(try SQLiteCacheStore(file: file))
        #expect(try await HTTP("/a").asData(config: config).response() == Data([1]))
        #expect(connector.requests.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func theLeastRecentlyUsedResponsesGoFirst() async throws {
        let clock = ManualClock()
        let store = try SQLiteCacheStore(file: file, limit: 50_000) {
            Date(timeIntervalSince1970: 1_767_225_600 + clock.now.offset / .seconds(1))
        }
        let (config, connector) = config(store, bytes: 10_000)
        for path in ["/a", "/b", "/c", "/d"] {
            _ = try await HTTP(path).asData(config: config).response()
            clock.advance(by: .seconds(100))
        }
        _ = try await HTTP("/a").asData(config: config).response()
        _ = try await HTTP("/e").asData(config: config).response()

        #expect(try await store.byteCount <= 50_000)
        #expect(try await !store.responses(for: "https://example.com/a").isEmpty)
        #expect(try await store.responses(for: "https://example.com/b").isEmpty)
        #expect(connector.requests.count == 5)
    }

    @Test func storesOnOneFileShareResponses() async throws {
        let stores = try (0..<2).map { _ in try SQLiteCacheStore(file: file) }
        for number in 0..<20 {
            let (config, _) = config(stores[number % 2])
            _ = try await HTTP("/\(number)").asData(config: config).response()
        }
        for number in 0..<20 {
            let key = "https://example.com/\(number)"
            #expect(try await stores[(number + 1) % 2].responses(for: key).count == 1)
        }
        try await stores[0].removeAll { _ in true }
        #expect(try await stores[1].byteCount == 0)
    }
}
