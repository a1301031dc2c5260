import AbstractHTTP
import AbstractHTTPTesting

/// How exactly an idle timeout is kept in real time, against a server that accepts requests and stays silent.
struct IdleTimeoutDelay {
    static func run(rounds: Int) async throws {
        let timeout = Duration.milliseconds(150)
        let server = try LoopbackServer { _ in .text("").failing(.stall, at: .responseHead) }
        let connector = DefaultHTTPConnector { $0.idleTimeout = timeout }
        let config = ConnectionConfig(connector: connector)
        var delays: [Double] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            do {
                _ = try await HTTP(server.url).asString(config: config).response()
                fatalError("the server answered")
            } catch {
                guard (error.underlying as? TransportError)?.kind == .idle(for: timeout) else { throw error }
            }
            delays.append((start.duration(to: .now) - timeout) / .milliseconds(1))
        }
        print("\nidle timeout of \(timeout), \(rounds) times, on a real clock: how much later the failure is there")
        print("median \(milliseconds(median(delays))), at most \(milliseconds(delays.max() ?? 0))")
    }

    private static func milliseconds(_ value: Double) -> String { "\((value * 100).rounded() / 100) ms" }
}
