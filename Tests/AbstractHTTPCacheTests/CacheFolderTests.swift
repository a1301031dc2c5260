import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import Testing

/// Where a store in a folder writes.
@Suite(.timeLimit(.minutes(5))) struct CacheFolderTests {
    @Test(arguments: [
        "../../x", "..", ".", "", "/tmp/x", "a/../../../b\n../../c", "\n/../../d", "%2e%2e/x", "..\\x", "a\0/../../x",
        "https://a.example/../../x", String(repeating: "../", count: 1_000) + "x",
    ])
    func noKeyLeadsOutOfTheFolder(key: String) async throws {
        let root = FileManager.default.temporaryDirectory.appending(component: "CacheFolder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "1/2/3/4")
        let store = try FolderCacheStore(folder: folder)
        let name = "\(UUID().uuidString)"
        let response = CacheStoreCase.response("https://a.example/", headers: ["X-Name": name])

        try store.insert(response, for: key)

        #expect(store.responses(for: key).map { $0.headers["X-Name"] } == [name])
        let paths = try #require(FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String])
        let folders: Set = ["1", "1/2", "1/2/3", "1/2/3/4"]
        let files = paths.filter { !folders.contains($0) }
        #expect(files.count == 2, "the lock and the response")
        #expect(files.allSatisfy { $0.hasPrefix("1/2/3/4/") && $0.split(separator: "/").count == 5 }, "\(files)")
    }
}
