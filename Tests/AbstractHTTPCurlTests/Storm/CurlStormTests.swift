import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Sends many requests, and cancels some of them. The server breaks its connections in every way
/// (`Tests/Scripts/storm_server.py`). `ABSTRACTHTTP_LOAD=1` sends 20,000 requests.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CurlStormTests {
    private static let isLoad = ProcessInfo.processInfo.environment["ABSTRACTHTTP_LOAD"] != nil

    @Test func noResponseAnswersAnotherRequest() async throws {
        try await withServer {
            try await send(Self.isLoad ? 20_000 : 2_000, to: $0, over: Self.connector(8))
        }
    }

    /// Each kept connection ends about 5 ms after its response, while a request may be on its way.
    @Test(arguments: [8, 32], ["dies", "dies-reset"])
    func connectionsThatEndInGroupsCostNoGET(width: Int, kind: String) async throws {
        let count = (Self.isLoad ? 8_000 : 800) / width
        try await withServer { server in
            let (connector, other) = (try Self.connector(width), try Self.connector(width))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<width {
                    group.addTask {
                        for number in 0..<count {
                            let path = "/\(kind)/\(worker)/\(number)"
                            #expect(try await connector.text(of: server + path) == path)
                            // Meanwhile, the connection is idle.
                            _ = try await other.text(of: server + "/late")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(.enabled(if: Servers.running != nil)) func noResponseAnswersAnotherRequestOverTLS() async throws {
        let servers = try #require(Servers.running)

        try await send(
            Self.isLoad ? 20_000 : 2_000, to: "https://localhost:\(servers.port(of: .storm))",
            over: servers.connector(),
            // This libcurl contains its TLS library, so that nobody can ask it for bytes that it holds.
            except: Libcurl.version.hasPrefix("7.80") ? ["extra-large"] : [])
    }

    private static func connector(_ connections: Int) throws -> CurlConnector {
        try CurlConnector { ($0.proxy, $0.connectionsPerHost) = (.none, connections) }
    }

    /// Runs the server in a process of its own. `body` gets its URL.
    private func withServer(_ body: (String) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = URL(filePath: #filePath).appending(path: "../../../Scripts/storm_server.py").standardized
        let file = folder.appending(path: "port")
        let server = try Command.start(["python3", script.path, "0", file.path])
        defer { server.kill() }
        await until { FileManager.default.fileExists(atPath: file.path) }
        try await body("http://127.0.0.1:\(String(contentsOf: file, encoding: .utf8))")
    }

    private func send(
        _ count: Int, to base: String, over connector: CurlConnector, except kinds: Set<String> = []
    ) async throws {
        var config = ConnectionConfig(connector: connector)
        config.maximumResponseBytes = 1 << 20
        let seed = UInt64.random(in: 0...(.max))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask { [config] in
                    var random = SplitMix64(seed: seed &+ UInt64(worker))
                    for number in stride(from: worker, to: count, by: 16) {
                        let request = StormRequest(number, base, except: kinds, &random)
                        let problem = await request.problem(config, &random)
                        #expect(problem == nil, "\(request.path), seed \(seed)")
                    }
                }
            }
            try await group.waitForAll()
        }

        let report = try await HTTP(base + "/report").asString(config: config).response()
        #expect(report == #"{"smuggled": 0, "repeated": 0}"#)
        #expect(await connector.counts { $0.running == 0 && $0.waiting == 0 } != nil)
    }
}

extension CurlConnector {
    /// The body of the response to a GET.
    fileprivate func text(of url: String) async throws -> String {
        try await response(to: Request(url: #require(URL(string: url)))).text
    }
}

/// One request of the storm.
private struct StormRequest {
    let path: String
    private let http: HTTP
    private let isCanceled: Bool

    private static let kinds = [
        "ok", "ok", "ok", "chunked", "empty", "extra", "extra-chunked", "extra-large", "timeout", "close", "reset",
        "half", "none", "silent", "bomb", "folded", "early", "early",
    ]

    init(_ number: Int, _ base: String, except kinds: Set<String>, _ random: inout SplitMix64) {
        let kind = Self.kinds.filter { !kinds.contains($0) }.randomElement(using: &random) ?? "ok"
        let method = [HTTPMethod.get, .put, .post].randomElement(using: &random) ?? .get
        path = "/\(kind)/\(number)"
        var http = HTTP(base + path).method(kind == "early" ? .put : method)
        if kind == "early" || method != .get {
            http = http.body(Data(count: [0, 10, 5_000, 300_000].randomElement(using: &random) ?? 0))
        }
        if kind == "early", Bool.random(using: &random) { http = http.headers(["Expect": "100-continue"]) }
        self.http = http
        isCanceled = kind == "silent" || Int.random(in: 0..<5, using: &random) == 0
    }

    /// What is wrong with the outcome, or nil.
    func problem(_ config: ConnectionConfig, _ random: inout SplitMix64) async -> String? {
        let recorder = EventRecorder()
        let connection = http.asResponse(config: config).addListener(recorder)
        let task = Task { try await connection.response() }
        if isCanceled {
            for _ in 0..<Int.random(in: 0..<500, using: &random) { await Task.yield() }
            task.cancel()
        }
        let response: Response?
        do {
            response = try await task.value
        } catch let error as ConnectionError {
            response = error.response
        } catch {
            return "an error of another type: \(error)"
        }
        let events = recorder.events
        let isWhole = events.first == .onStart && events.last == .onEnd
        let isOnce = events.count { $0 == .onStart } == 1 && events.count { $0 == .onEnd } == 1
        // A task that is canceled early starts nothing.
        guard isWhole && isOnce || isCanceled && events.isEmpty else { return "the events \(events)" }
        guard let id = response?.headers["X-Id"] else { return nil }
        return id == path ? nil : "the response of \(id)"
    }
}
