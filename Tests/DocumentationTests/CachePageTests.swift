import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import Testing

private struct GetNews: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("/news") }
}

struct GetWeather: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("/weather").cachePolicy(.offline) }
}

@Suite struct CachePageTests {
    private let connector = ScriptedConnector { number, _ in
        guard number < 10 else { return .failure(TransportError(.nameNotFound)) }
        return .response(
            Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], data: Data("\(number)".utf8)))
    }

    @Test func aClientHasACache() {
        let client = APIClient(baseURL: "https://api.example.com") { config in
            config.cache = HTTPCache()
        }

        #expect(client.config.cache != nil)
    }

    @Test func responsesAreUsedAgain() async throws {
        let newsURL = URL(string: "https://api.example.com/news")
        let connector = connector
        let cache = HTTPCache()
        let client = APIClient(baseURL: "https://api.example.com") { config in
            config.connector = connector
            config.cache = cache
        }
        let news = try await client.exchange(GetNews())
        print(news.response.cacheStatus?.description ?? "no cache")
        let latest = try await HTTP("/news").cachePolicy(.reload).asString(config: client.config).response()
        #expect(try await client.send(GetNews()) == latest && connector.requests.count == 2)

        var offline = client.config
        offline.policies.append(CachePolicy.offline)
        #expect(try await HTTP("/news").asString(config: offline).response() == latest)
        _ = try await client.send(GetWeather())
        let getNews = GET<None, String>("news", base: "https://api.example.com")
            .config(client.config)
            .policy(CachePolicy.offline)
        print(try await getNews())
        #expect(connector.requests.count == 3)
        if let newsURL { try await cache.remove(newsURL) }
        try await cache.removeAll()
        #expect(try await cache.byteCount == 0)
    }

    @Test func cachesAreMade() throws {
        let folder = URL.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = "ada"
        let personal = HTTPCache(identity: { _ in account })
        let observed = HTTPCache(observe: { request, decision in
            print("\(request): \(decision.reason)")
        })
        let kept = HTTPCache(store: try FolderCacheStore(folder: folder, limit: 100 << 20))
        let searches = HTTPCache(rules: CacheRules(lifetime: .seconds(60)))

        #expect(searches.rules.lifetime == .seconds(60))
        #expect(personal.responseLimit == 5 << 20 && observed.rules.isShared == false)
        #expect((kept.store as? FolderCacheStore)?.limit == 100 << 20)
    }
}
