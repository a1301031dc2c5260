import Foundation

/// What a client needed for a scenario.
struct Sample: Codable, Sendable {
    var perSecond: Double
    /// The CPU time of the process, in milliseconds for each.
    var cpuMilliseconds: Double
    /// How long one took, in microseconds.
    var p50: Double
    var p99: Double
    /// The most memory that the process had, in MiB.
    var peakMebibytes: Double

    /// Performs `scenario`, after a tenth of it to warm up.
    static func take(_ scenario: Scenario, _ client: any Client) async throws -> Sample {
        _ = try await times(scenario, client, max(scenario.inFlight, scenario.count / 10))
        let (wall, cpu) = (ContinuousClock.now, cpuSeconds())
        let times = try await times(scenario, client, scenario.count).sorted()
        let seconds = wall.duration(to: .now) / .seconds(1)
        return Sample(
            perSecond: Double(scenario.count) / seconds,
            cpuMilliseconds: (cpuSeconds() - cpu) / Double(scenario.count) * 1e3,
            p50: times[times.count / 2], p99: times[times.count * 99 / 100],
            peakMebibytes: Double(peakKibibytes()) / 1_024)
    }

    /// How long each of `count` took, in microseconds.
    private static func times(_ scenario: Scenario, _ client: any Client, _ count: Int) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for worker in 0..<scenario.inFlight {
                let share = count / scenario.inFlight + (worker < count % scenario.inFlight ? 1 : 0)
                group.addTask {
                    var times: [Double] = []
                    for _ in 0..<share {
                        let start = ContinuousClock.now
                        try await scenario.perform(client)
                        times.append(start.duration(to: .now) / .microseconds(1))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// The most memory that the process had, in KiB.
private func peakKibibytes() -> Int {
    let status = (try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
}
