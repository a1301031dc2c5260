import AbstractHTTP
import Foundation

/// How long the pipeline takes for a redirect when many were followed before it.
///
/// Fails if a redirect takes more than three times as long in a chain that is ten times as long, because a hop takes
/// constant time.
enum RedirectSpeed {
    struct NotConstant: Error {
        let ratio: Double
    }

    /// Redirects `/n` to `/n-1`, down to `/0`.
    private struct Countdown: HTTPConnector {
        func execute(_ request: Request) async throws -> ResponseStream {
            let number = Int(request.url.lastPathComponent) ?? 0
            guard number > 0 else { return ResponseStream(Response(statusCode: 200)) }
            return ResponseStream(Response(statusCode: 302, headers: ["Location": "/\(number - 1)"]))
        }
    }

    static func run(redirects: Int, rounds: Int) async throws {
        var (few, many) = ([Double](), [Double]())
        for _ in 0..<rounds {
            few.append(try await secondsPerRedirect(redirects / 10))
            many.append(try await secondsPerRedirect(redirects))
        }
        let ratio = (many.min() ?? 0) / (few.min() ?? 1)
        print(
            "\na redirect in a chain of \(redirects):",
            String(format: "%.1f µs of CPU (median of %d rounds),", median(many) * 1e6, rounds),
            String(format: "%.1f times what it takes in a tenth of them", ratio))
        guard ratio < 3 else { throw NotConstant(ratio: ratio) }
    }

    private static func secondsPerRedirect(_ redirects: Int) async throws -> Double {
        var config = ConnectionConfig(connector: Countdown())
        config.redirects = .follow(limit: redirects)
        let start = cpuSeconds()
        let response = try await HTTP("https://api.example.com/\(redirects)").asResponse(config: config).response()
        guard response.history.count == redirects else { fatalError("\(response.history.count) redirects") }
        return (cpuSeconds() - start) / Double(redirects)
    }
}
