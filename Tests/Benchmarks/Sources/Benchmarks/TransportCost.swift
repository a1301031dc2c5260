import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the pipeline and its connector add to a bare URLSession, against a real server, in interleaved rounds of one run.
struct TransportCost {
    let url: String
    let requests: Int
    let rounds: Int
    private let bare: URLSession
    private let config = ConnectionConfig(connector: DefaultHTTPConnector())

    init(url: String, requests: Int, rounds: Int) {
        (self.url, self.requests, self.rounds) = (url, requests, rounds)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        bare = URLSession(configuration: configuration)
    }

    func run() async throws {
        print("\ntransport, \(url), medians of \(rounds) interleaved rounds of \(requests) requests")
        print("in flight    requests/s: bare, pipeline, ratio    CPU µs/request: bare, pipeline, ratio")
        for inFlight in [1, 8, 64] {
            var (bares, pipelines): ([Sample], [Sample]) = ([], [])
            for round in 0...rounds {
                let first = try await sample(inFlight, requestBare)
                let second = try await sample(inFlight, requestThroughPipeline)
                guard round > 0 else { continue }
                bares.append(first)
                pipelines.append(second)
            }
            report(inFlight, bares, pipelines)
        }
    }

    private struct Sample {
        var requestsPerSecond: Double
        var cpuMicroseconds: Double
    }

    private func report(_ inFlight: Int, _ bares: [Sample], _ pipelines: [Sample]) {
        let speeds = (median(bares.map(\.requestsPerSecond)), median(pipelines.map(\.requestsPerSecond)))
        let costs = (median(bares.map(\.cpuMicroseconds)), median(pipelines.map(\.cpuMicroseconds)))
        print(
            String(
                format: "%9d    %12.0f %9.0f %12.2f    %15.0f %9.0f %9.2f", inFlight, speeds.0, speeds.1,
                speeds.1 / speeds.0, costs.0, costs.1, costs.1 / costs.0))
    }

    private func sample(_ inFlight: Int, _ request: @escaping @Sendable () async throws -> Int) async throws -> Sample {
        let (wall, cpu) = (ContinuousClock.now, cpuSeconds())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                group.addTask {
                    for _ in 0..<(requests / inFlight + (worker < requests % inFlight ? 1 : 0)) {
                        guard try await request() == 1_024 else { fatalError("the body is not what the server has") }
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = wall.duration(to: .now) / .seconds(1)
        return Sample(
            requestsPerSecond: Double(requests) / seconds,
            cpuMicroseconds: (cpuSeconds() - cpu) / Double(requests) * 1e6)
    }

    @Sendable private func requestBare() async throws -> Int {
        guard let url = URL(string: url) else { return 0 }
        return try await withCheckedThrowingContinuation { continuation in
            bare.dataTask(with: URLRequest(url: url)) { data, _, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(data?.count ?? 0))
            }.resume()
        }
    }

    @Sendable private func requestThroughPipeline() async throws -> Int {
        try await HTTP(url).config(config).asData().response().count
    }
}
