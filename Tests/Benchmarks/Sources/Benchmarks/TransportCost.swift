import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the pipeline and its connector add to a bare URLSession, against a real server, in interleaved rounds of one
/// run.
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
        print("\ntransport, \(url), medians of \(rounds) pairs of \(requests) requests each")
        print("in flight    requests/s: bare, pipeline, ratio    CPU µs/request: bare, pipeline, ratio")
        for inFlight in [1, 8, 64] {
            var pairs: [(bare: Sample, pipeline: Sample)] = []
            for round in 0...rounds {
                let pair = try await pair(inFlight, isBareFirst: round.isMultiple(of: 2))
                // The first one warms up.
                if round > 0 { pairs.append(pair) }
            }
            report(inFlight, pairs)
        }
    }

    private struct Sample {
        var requestsPerSecond: Double
        var cpuMicroseconds: Double
    }

    /// One right after the other, so that what else the machine does weighs on both.
    private func pair(_ inFlight: Int, isBareFirst: Bool) async throws -> (bare: Sample, pipeline: Sample) {
        if isBareFirst {
            let bare = try await sample(inFlight, requestBare)
            return (bare, try await sample(inFlight, requestThroughPipeline))
        }
        let pipeline = try await sample(inFlight, requestThroughPipeline)
        return (try await sample(inFlight, requestBare), pipeline)
    }

    /// A ratio is the median of those of the pairs.
    private func report(_ inFlight: Int, _ pairs: [(bare: Sample, pipeline: Sample)]) {
        func row(_ value: KeyPath<Sample, Double>) -> [Double] {
            [
                median(pairs.map { $0.bare[keyPath: value] }), median(pairs.map { $0.pipeline[keyPath: value] }),
                median(pairs.map { $0.pipeline[keyPath: value] / $0.bare[keyPath: value] }),
            ]
        }
        let (speeds, costs) = (row(\.requestsPerSecond), row(\.cpuMicroseconds))
        print(
            String(
                format: "%9d    %12.0f %9.0f %12.2f    %15.0f %9.0f %9.2f", inFlight, speeds[0], speeds[1], speeds[2],
                costs[0], costs[1], costs[2]))
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
        try await HTTP(url).asData(config: config).response().count
    }
}
