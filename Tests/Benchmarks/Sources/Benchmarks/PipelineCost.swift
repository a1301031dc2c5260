import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPServices
import Foundation

/// The same request as a function of an annotated protocol.
@Service
protocol BenchmarkUsers {
    @GET("/v1/users/{id}")
    @Headers(["User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"])
    func user(id: Int, page: String, sort: String) async throws -> String
}

/// What the pipeline itself costs: the connector answers from memory.
enum PipelineCost {
    struct GetUser: ConnectionSpec {
        typealias ResponseModel = String
        var id: Int
        var url: String { "https://api.example.com/v1/users/\(id)" }
        var headers: [String: String] {
            ["User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"]
        }
        var urlQuery: URLQuery? { ["page": "2", "sort": "name asc"] }
    }

    /// The same request as the input of a function.
    struct User: Encodable {
        var id: Int
        var page = "2"
        var sort = "name asc"
    }

    static let getUser = GET<User, String>("v1/users/{id}", base: "https://api.example.com").headers([
        "User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark",
    ])

    struct Memory: HTTPConnector {
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
            data: Data("hello, this is the body".utf8))

        func execute(_ request: Request) async throws -> ResponseStream { ResponseStream(response) }
    }

    /// Does nothing, as the default methods do.
    final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {}

    struct GiveUp: RecoveryPolicy {
        func recovery(from failure: RecoveryContext) async -> Recovery { .giveUp }
    }

    static func run(requests: Int, rounds: Int) async throws {
        let config = ConnectionConfig(connector: Memory())
        print("pipeline cost, µs of CPU per request (median of \(rounds) rounds of \(requests), fastest in brackets)")
        try await measure("no listeners", requests, rounds) { id in
            try await Connection(GetUser(id: id), config: config).response()
        }
        let endpoint = getUser.config(config)
        try await measure("an endpoint as a function", requests, rounds) { id in try await endpoint(User(id: id)) }
        let users = BenchmarkUsersClient(baseURL: "https://api.example.com") { $0.connectionConfig = config }
        try await measure("a function of an annotated protocol", requests, rounds) { id in
            try await users.user(id: id, page: "2", sort: "name asc")
        }
        let api = DefinitionAPI(config: config, cache: ResponseStore(folder: nil))
        try api.store.load(json: rules)
        try await measure("a definition of a rule file", requests, rounds) { id in
            try await api.request("User", as: String.self, parameters: ["id": id, "page": "2", "sort": "name asc"])
        }
        let (first, second, third) = (Watcher(), Watcher(), Watcher())
        try await measure("three listeners and a recovery policy", requests, rounds) { id in
            let connection = Connection(GetUser(id: id), config: config)
            for watcher in [first, second, third] {
                connection.addListener(watcher).addResponseListener(watcher).addErrorListener(watcher)
            }
            return try await connection.addRecovery(GiveUp()).response()
        }
        try await measure("the connector alone", requests, rounds) { id in
            let stream = try await config.connector.execute(
                AbstractHTTP.Request(url: URL(filePath: "/"), method: .get))
            return "\(id)" + "\(stream.statusCode)"
        }
    }

    private static let rules = Data(
        """
        {"User": {
            "Base": "https://api.example.com/", "Path Prefix": "v1/", "Path": "users/{id}",
            "Headers": {"User-Agent": "Benchmark/1.0", "Accept": "text/plain", "X-Request-Source": "benchmark"},
            "Response Serializer": "AFHTTPResponseSerializer"
        }}
        """.utf8)

    private static func measure(
        _ name: String, _ requests: Int, _ rounds: Int, _ request: (Int) async throws -> String
    ) async throws {
        var costs: [Double] = []
        for round in 0...rounds {
            let start = cpuSeconds()
            var bytes = 0
            for id in 0..<requests { bytes += try await request(id).utf8.count }
            guard bytes > 0 else { fatalError("the requests returned nothing") }
            if round > 0 { costs.append((cpuSeconds() - start) / Double(requests) * 1e6) }
        }
        costs.sort()
        let name = name.padding(toLength: 40, withPad: " ", startingAt: 0)
        print(name, String(format: "%6.2f (%.2f)", costs[costs.count / 2], costs[0]))
    }
}
