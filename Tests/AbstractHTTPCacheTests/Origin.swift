import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation

/// A server, a cache, and a clock that the test moves.
final class Origin: Sendable {
    typealias Answer = @Sendable (Request, Int) async throws -> ResponseStream

    let requests = LockedValue<[Request]>([])
    let decisions = LockedValue<[String]>([])
    private let time = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Answers each request with its number, and these header fields.
    convenience init(_ headers: HTTPHeaders) {
        self.init { _, number in .text("\(number)", headers) }
    }

    var count: Int { requests.withLock(\.count) }

    func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    func config(store: any CacheStore = MemoryCacheStore()) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: "https://example.com", connector: Wire(origin: self))
        config.cache = HTTPCache(
            store: store,
            observe: { [decisions] _, decision in decisions.withLock { $0.append("\(decision.reason)") } })
        config.date = { [time] in time.withLock { $0 } }
        return config
    }

    private struct Wire: HTTPConnector {
        let origin: Origin

        func execute(_ request: Request) async throws -> ResponseStream {
            let number = origin.requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            return try await origin.answer(request, number)
        }
    }
}

extension ResponseStream {
    static func text(_ text: String, _ headers: HTTPHeaders = [:], status: Int = 200) -> ResponseStream {
        ResponseStream(Response(statusCode: status, headers: headers, data: Data(text.utf8)))
    }
}

/// Adds its name to each response.
struct Mark: HTTPMiddleware {
    let name: String

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var stream = try await next.execute(request)
        stream.headers.add("Mark", name)
        return stream
    }
}

func text(_ config: ConnectionConfig, _ path: String = "/a", _ policy: CachePolicy = .standard) async throws
    -> String
{
    try await HTTP(path).cachePolicy(policy).asString(config: config).response()
}

func status(_ config: ConnectionConfig, _ path: String = "/a", _ policy: CachePolicy = .standard) async throws
    -> String
{
    let response = try await HTTP(path).cachePolicy(policy).asResponse(config: config).response()
    return response.cacheStatus.map { "\($0)" } ?? "none"
}
