import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import Testing

/// Users are told apart by a hash whose key belongs to the store, so that the hash is no proof of a guessed password.
@Suite(.timeLimit(.minutes(5))) struct IdentityKeyTests {
    private let root = FileManager.default.temporaryDirectory.appending(component: "IdentityKey-\(UUID().uuidString)")

    @Test(arguments: [false, true]) func foldersHashTheSameCredentialDifferently(isLayered: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try await send("Basic YWRhOjEyMzQ=", to: "one", isLayered)
        try await send("Basic YWRhOjEyMzQ=", to: "two", isLayered)
        #expect(try names(in: "one").count == 1 && names(in: "two").count == 1)
        #expect(try names(in: "one") != names(in: "two"))

        // Without a credential, there is nothing to hash.
        try await send(nil, to: "three", isLayered)
        try await send(nil, to: "four", isLayered)
        #expect(try names(in: "three") == names(in: "four"))
    }

    @Test(arguments: [false, true]) func anotherCacheOfAFolderKnowsItsUsers(isLayered: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(try await send("Bearer ada", to: "one", isLayered) == 200)
        #expect(try await send("Bearer ada", to: "one", isLayered, isOnline: false) == 200)
        #expect(try await send("Bearer eve", to: "one", isLayered, isOnline: false) == 504)
    }

    @Test func onlyTheUserCanReadTheKey() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try await send("Bearer ada", to: "one", false)
        let key = root.appending(path: "one/key")
        let mode = try FileManager.default.attributesOfItem(atPath: key.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try Data(contentsOf: key).count == 32)
    }

    @Test(arguments: [0, 5, 33]) func damagedKeyIsReplaced(byteCount: Int) async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try await send("Bearer ada", to: "one", false)
        let key = root.appending(path: "one/key")
        try Data(count: byteCount).write(to: key)

        // What was stored with the lost key is not found, and what is stored later is.
        #expect(try await send("Bearer ada", to: "one", false, isOnline: false) == 504)
        #expect(try await send("Bearer ada", to: "one", false) == 200)
        #expect(try await send("Bearer ada", to: "one", false, isOnline: false) == 200)
        #expect(try Data(contentsOf: key).count == 32)
    }

    /// Sends a request with a new cache over a folder, and returns the status code.
    @discardableResult
    private func send(
        _ credential: String?, to folder: String, _ isLayered: Bool, isOnline: Bool = true
    ) async throws -> Int {
        let folder = root.appending(path: folder)
        let store: any CacheStore =
            isLayered ? LayeredCacheStore(folder: folder) : try FolderCacheStore(folder: folder)
        let connector = MockConnector { _ in .text("news", headers: ["Cache-Control": "private, max-age=60"]) }
        var config = ConnectionConfig(baseURL: "https://a.example", connector: connector)
        config.cache = HTTPCache(store: store)
        var http = HTTP("/news")
        if let credential { http = http.header("Authorization", credential) }
        if !isOnline { http = http.cachePolicy(.onlyIfCached) }
        return try await http.asResponse(config: config).response().statusCode
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".cached") }
    }
}
