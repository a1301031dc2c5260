import AbstractHTTP
import AbstractHTTPCache
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a lookup in a store takes, and what one in Foundation's `URLCache` takes, without a pipeline around them.
enum CacheLookups {
    private static let url = URL(string: "https://api.example.com/v1/users/1?page=2&sort=name%20asc")

    static func run(lookups: Int, rounds: Int) async throws {
        guard let url else { return }
        print("lookups of 1 KiB in a cache, µs of CPU (median of \(rounds) rounds of \(lookups))")
        let folder = URL.temporaryDirectory.appending(component: "CacheLookups-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let fields = [
            "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=86400", "ETag": "\"5a3c\"",
        ]
        let body = Data(repeating: 0x78, count: 1_024)

        let memory = MemoryCacheStore()
        let files = try FolderCacheStore(folder: folder.appending(component: "ours"))
        for store in [memory, files] as [any CacheStore] {
            var config = ConnectionConfig(connector: Server(fields: fields, body: body))
            config.cache = HTTPCache(store: store)
            _ = try await HTTP(url.absoluteString).asData(config: config).response()
        }
        measure("MemoryCacheStore", lookups, rounds) { memory.responses(for: url.absoluteString).first?.body.count }
        measure("FolderCacheStore", lookups, rounds) { files.responses(for: url.absoluteString).first?.body.count }

        let request = URLRequest(url: url)
        guard let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
        else {
            return
        }
        let cached = CachedURLResponse(response: head, data: body)
        let system = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        system.storeCachedResponse(cached, for: request)
        measure("URLCache in memory", lookups, rounds) { system.cachedResponse(for: request)?.data.count }
        let disk = URLCache(
            memoryCapacity: 0, diskCapacity: 10 << 20, diskPath: folder.appending(component: "URLCache").path)
        disk.storeCachedResponse(cached, for: request)
        measure("URLCache in a folder", lookups, rounds) { disk.cachedResponse(for: request)?.data.count }
    }

    /// Its response is stored.
    private struct Server: HTTPConnector {
        let fields: [String: String]
        let body: Data

        func execute(_ request: Request) async throws -> ResponseStream {
            ResponseStream(AbstractHTTP.Response(statusCode: 200, headers: HTTPHeaders(fields), data: body))
        }
    }

    private static func measure(_ title: String, _ lookups: Int, _ rounds: Int, _ lookUp: () -> Int?) {
        guard lookUp() == 1_024 else { return print(title, "finds nothing") }
        var costs: [Double] = []
        for _ in 0..<rounds {
            let start = cpuSeconds()
            for _ in 0..<lookups { _ = lookUp() }
            costs.append((cpuSeconds() - start) / Double(lookups) * 1e6)
        }
        costs.sort()
        print(title.padding(toLength: 40, withPad: " ", startingAt: 0), String(format: "%6.2f", costs[costs.count / 2]))
    }
}
