import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPServices
import Foundation

/// A way to send one request through the pipeline, over a connector that answers from memory.
///
/// `Benchmarks` measures the time of each case, and `PipelineDriver` runs one for a tool that counts instructions.
public struct PipelineCase: Sendable {
    /// The name on the command line and in `instructions.txt`.
    public let name: String
    /// What is measured.
    public let title: String
    /// Sends one request, and returns its model.
    public let send: @Sendable (_ id: Int) async throws -> String

    /// All cases.
    public static func all() throws -> [PipelineCase] {
        let config = ConnectionConfig(connector: Memory())
        return [
            connectorAlone(config), noListeners(config), value(config), http(config), abortable(),
            threeListeners(config), endpoint(config), service(config), try definition(config),
            hit(MemoryCacheStore(), "hit", "a hit of the cache in memory"), credential(),
            hit(try FolderCacheStore(folder: folder), "folder", "a hit of the cache in a folder, 1 KiB"), store(),
        ] + jsonCases()
    }

    private static func connectorAlone(_ config: ConnectionConfig) -> PipelineCase {
        PipelineCase(name: "connector", title: "the connector alone") { id in
            let stream = try await config.connector.execute(AbstractHTTP.Request(url: URL(filePath: "/")))
            return "\(id)\(stream.statusCode)"
        }
    }

    private static func noListeners(_ config: ConnectionConfig) -> PipelineCase {
        PipelineCase(name: "none", title: "no listeners") { id in
            try await Connection(GetUser(id: id), config: config).response()
        }
    }

    private static func value(_ config: ConnectionConfig) -> PipelineCase {
        PipelineCase(name: "value", title: "a struct whose request is a value") { id in
            try await Connection(FindUser(id: id), config: config).response()
        }
    }

    private static func http(_ config: ConnectionConfig) -> PipelineCase {
        PipelineCase(name: "http", title: "a request without a spec") { id in
            let http = HTTP("https://api.example.com/v1/users/\(id)").header("Accept", "text/plain")
                .header("User-Agent", "Benchmark/1.0").header("X-Request-Source", "benchmark")
                .query("page", "2").query("sort", "name asc")
            return try await http.asDecodable(String.self, config: config).response()
        }
    }

    private static func abortable() -> PipelineCase {
        let config = ConnectionConfig(connector: AbortableMemory())
        return PipelineCase(name: "abortable", title: "no listeners, over an abortable connector") { id in
            try await Connection(GetUser(id: id), config: config).response()
        }
    }

    private static func threeListeners(_ config: ConnectionConfig) -> PipelineCase {
        let watchers = [Watcher(), Watcher(), Watcher()]
        return PipelineCase(name: "listeners", title: "three listeners and a recovery policy") { id in
            let connection = Connection(GetUser(id: id), config: config)
            for watcher in watchers {
                connection.addListener(watcher)
            }
            return try await connection.addPolicy(GiveUp()).response()
        }
    }

    private static func endpoint(_ config: ConnectionConfig) -> PipelineCase {
        let endpoint = GET<User, String>("v1/users/{id}", base: "https://api.example.com").headers(headers)
            .config(config)
        return PipelineCase(name: "endpoint", title: "an endpoint as a function") { id in
            try await endpoint(User(id: id))
        }
    }

    private static func service(_ config: ConnectionConfig) -> PipelineCase {
        let users = BenchmarkUsersClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        return PipelineCase(name: "service", title: "a function of an annotated protocol") { id in
            try await users.user(id: id, page: "2", sort: "name asc")
        }
    }

    private static func definition(_ config: ConnectionConfig) throws -> PipelineCase {
        let api = DefinitionAPI(config: config, cache: HTTPCache())
        try api.store.load(json: rules)
        return PipelineCase(name: "definition", title: "a definition of a rule file") { id in
            try await api.request("User", as: String.self, parameters: ["id": id, "page": "2", "sort": "name asc"])
        }
    }

    private static let folder = URL.temporaryDirectory.appending(component: "PipelineCases-\(UUID().uuidString)")

    /// The first request stores the response, and the others get it.
    private static func hit(_ store: any CacheStore, _ name: String, _ title: String) -> PipelineCase {
        let config = config(with: HTTPCache(store: store))
        return PipelineCase(name: name, title: title) { [config] _ in
            try await Connection(GetUser(id: 1), config: config).response()
        }
    }

    /// The same for a request with a credential, whose user the cache tells from others.
    private static func credential() -> PipelineCase {
        var config = config(with: HTTPCache())
        config.baseURL = "https://api.example.com"
        config.headers = ["Authorization": "Bearer 0123456789abcdef0123456789abcdef"]
        return PipelineCase(name: "credential", title: "a hit of the cache with a credential") { [config] _ in
            try await Connection(GetUser(id: 1), config: config).response()
        }
    }

    /// Each request is for another URL, and stores its response.
    private static func store() -> PipelineCase {
        let config = config(with: HTTPCache())
        return PipelineCase(name: "store", title: "a response that the cache stores") { _ in
            let id = Int.random(in: 100_000_000..<1_000_000_000)
            return try await Connection(GetUser(id: id), config: config).response()
        }
    }

    private static func config(with cache: HTTPCache) -> ConnectionConfig {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var config = ConnectionConfig(
            connector: Memory(
                response: AbstractHTTP.Response(
                    statusCode: 200,
                    headers: [
                        "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=86400",
                        "ETag": "\"5a3c\"", "Date": format.string(from: Date()),
                    ],
                    data: Data(repeating: 0x78, count: 1_024))))
        config.cache = cache
        return config
    }

    private static let headers = [
        "User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark",
    ]

    private static let rules = Data(
        """
        {"User": {
            "Base": "https://api.example.com/", "Path Prefix": "v1/", "Path": "users/{id}",
            "Headers": {"User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"},
            "Response Serializer": "AFHTTPResponseSerializer"
        }}
        """.utf8)
}

final class GetUser: ConnectionSpec {
    typealias ResponseModel = String
    let id: Int
    init(id: Int) { self.id = id }
    var url: String { "https://api.example.com/v1/users/\(id)" }
    var headers: [String: String] {
        ["User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"]
    }
    var urlQuery: URLQuery? { ["page": "2", "sort": "name asc"] }
}

/// The same request as a value.
private struct FindUser: ConnectionSpec {
    typealias ResponseModel = String
    var id: Int
    var request: HTTP {
        HTTP("https://api.example.com/v1/users/\(id)").header("Accept", "text/plain")
            .header("User-Agent", "Benchmark/1.0").header("X-Request-Source", "benchmark")
            .query("page", "2").query("sort", "name asc")
    }
}

/// The same request as the input of a function.
private struct User: Encodable {
    var id: Int
    var page = "2"
    var sort = "name asc"
}

/// The same request as a function of an annotated protocol.
@Service
protocol BenchmarkUsers {
    @GET("/v1/users/{id}")
    @Headers(["User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"])
    func user(id: Int, page: String, sort: String) async throws -> String
}

private struct Memory: HTTPConnector {
    var response = AbstractHTTP.Response(
        statusCode: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
        data: Data("hello, this is the body".utf8))

    func execute(_ request: Request) async throws -> ResponseStream { ResponseStream(response) }
}

/// The same, for which the pipeline needs no task.
private struct AbortableMemory: AbortableConnector {
    let response = Memory().response

    func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream { ResponseStream(response) }
}

/// Does nothing, as the default methods do.
private final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {}

private struct GiveUp: RecoveryPolicy {
    func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
}
