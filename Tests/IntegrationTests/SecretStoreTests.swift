import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Memory that a server can claim is bounded, and only the current user can use the files.
@Suite(.timeLimit(.minutes(5))) struct SecretStoreTests {
    /// Not storing a response with so many names is right, too.
    @Test func memoryStoreCountsTheNamesOfVary() async throws {
        let names = (0..<2_000).map { "name-\($0)" }.joined(separator: ",")
        let store = MemoryCacheStore()
        var config = ConnectionConfig(
            connector: MockConnector { _ in .text("x", headers: ["Cache-Control": "max-age=60", "Vary": names]) })
        config.cache = HTTPCache(store: store)
        try await HTTP("https://a.example/").asVoid(config: config).response()
        let stored = store.responses(for: "https://a.example/")
        let fields = stored.flatMap(\.headers).reduce(0) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count }
        let varying = stored.flatMap(\.varying).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }

        #expect(store.byteCount >= fields + varying)
    }

    #if os(Linux)
        @Test func pagesDoNotKeepTheirURLs() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let (count, cursor) = (LockedValue(0), String(repeating: "c", count: 200_000))
                let connector = MockConnector { _ in
                    count.withLock { $0 += 1 }
                    return .text("\(count.withLock { $0 })\(cursor)")
                }
                let list = HTTP("https://a.example/list").asString(config: ConnectionConfig(connector: connector))
                var pages = list.pages(next: .cursor("after") { $0 }).makeAsyncIterator()
                for _ in 0..<10 { _ = try await pages.next() }
                let before = Resources.now.residentBytes
                for _ in 0..<50 { _ = try await pages.next() }
                let growth = Resources.now.residentBytes - before
                check(growth < 4 << 20, "50 pages take \(growth) bytes")
            }
            #expect(child?.complaint == nil)
        }
    #endif

    @Test func cacheFileThatExceedsTheLimitIsAMiss() async throws {
        try await withTemporaryFolder { folder in
            let (large, small) = (folder.appending(component: "large"), folder.appending(component: "small"))
            let writer = try FolderCacheStore(folder: large)
            var config = ConnectionConfig(
                connector: MockConnector { _ in
                    .text(String(repeating: "x", count: 100_000), headers: ["Cache-Control": "max-age=60"])
                })
            config.cache = HTTPCache(store: writer)
            try await HTTP("https://a.example/").asVoid(config: config).response()
            let store = try FolderCacheStore(folder: small, limit: 1_024)
            for name in try FileManager.default.contentsOfDirectory(atPath: large.path) where name.hasSuffix("cached") {
                try FileManager.default.copyItem(
                    at: large.appending(component: name), to: small.appending(component: name))
            }
            #expect(writer.responses(for: "https://a.example/").count == 1)

            #expect(store.responses(for: "https://a.example/").map(\.url) == [])
        }
    }

    /// Refusing the folder is right, too.
    @Test func cacheFolderIsOpenToNobodyElse() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)

            guard (try? FolderCacheStore(folder: folder)) != nil else { return }
            let mode = try mode(of: folder)
            #expect(mode == 0o700)
        }
    }

    @Test func filesBesideACookieJarAreReadableByTheOwnerOnly() async throws {
        try await withTemporaryFolder { folder in
            let jar = try CookieJar(file: folder.appending(component: "cookies.json"))
            jar.insert([Cookie(name: "a", value: "1", domain: "a.example", expires: .distantFuture)])
            let modes = try modes(in: folder)

            #expect(modes == ["cookies.json": 0o600, "cookies.json.lock": 0o600])
        }
    }

    @Test func unfinishedDownloadIsReadableByTheOwnerOnly() async throws {
        try await withTemporaryFolder { folder in
            let cut = Response(
                statusCode: 200, headers: ["Content-Length": "100", "ETag": "\"1\""], data: Data("the first".utf8))
            let config = ConnectionConfig(connector: ScriptedConnector(.response(cut)))
            let film = folder.appending(component: "film")
            await #expect(throws: ConnectionError.self) {
                _ = try await HTTP("https://a.example/film").download(to: film, config: config).response()
            }
            let modes = try modes(in: folder)

            #expect(modes == [".film.part": 0o600, ".film.part.json": 0o600])
        }
    }
}

private func mode(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
}

/// The modes of the files in a folder, by name.
private func modes(in folder: URL) throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        modes[name] = try mode(of: folder.appending(component: name))
    }
    return modes
}

private func withTemporaryFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = URL.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
