import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation

/// What the cache decides, and why, while an hour goes by.
enum CacheSection: Section {
    static let name = "cache"
    static let summary = "The cache reports each decision and its reason, and works offline"

    /// A clock that the section moves, and the reasons of the cache.
    private final class Notes: Sendable {
        let now = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))
        let reasons = LockedValue<[String]>([])
        let isOffline = LockedValue(false)
    }

    static func run(on stage: Stage) async throws {
        let notes = Notes()
        let server = try LoopbackServer { request in
            let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"v1\""]
            let isKnown = request.headers["If-None-Match"] == "\"v1\""
            return LoopbackResponse(statusCode: isKnown ? 304 : 200, headers: headers, data: Data("news".utf8))
        }
        var config = ConnectionConfig(
            baseURL: server.url, connector: Unplugged(notes: notes, next: DefaultHTTPConnector.shared))
        config.date = { notes.now.withLock { $0 } }
        stage.code()
        config.cache = HTTPCache(
            observe: { _, decision in notes.reasons.withLock { $0.append("\(decision.reason)") } })

        stage.declaration("private static func news")
        let steps: [(seconds: Double, policy: CachePolicy, reason: String)] = [
            (0, .standard, "nothing is stored"), (20, .standard, "fresh for 40 s"),
            (60, .standard, "stale for 20 s"), (0, .reload, "the request wants a newer response"),
            (0, .ignore, "the request bypasses the cache"),
        ]
        for step in steps {
            try await show(step, config, notes, stage)
        }
        stage.expect("Requests the server received", server.requests.count, is: 4)

        stage.say("Now there is no network.")
        notes.isOffline.withLock { $0 = true }
        try await show((3_600, .offline, "stale for 3540 s, because the server failed"), config, notes, stage)
        try await show((0, .onlyIfCached, "stale for 3540 s, which the request allows"), config, notes, stage)
    }

    private static func show(
        _ step: (seconds: Double, policy: CachePolicy, reason: String), _ config: ConnectionConfig, _ notes: Notes,
        _ stage: Stage
    ) async throws {
        notes.now.withLock { $0 += step.seconds }
        let text = try await news(step.policy, config)
        let reason = notes.reasons.withLock { $0.last ?? "" }
        stage.expect(
            "\(Int(step.seconds)) s later, with the policy \(step.policy)", "\(text), \(reason)",
            is: "news, \(step.reason)")
    }

    private static func news(_ policy: CachePolicy, _ config: ConnectionConfig) async throws -> String {
        try await HTTP("/news").cachePolicy(policy).asString(config: config).response()
    }

    /// Fails while there is no network.
    private struct Unplugged: HTTPConnector {
        let notes: Notes
        let next: any HTTPConnector

        func execute(_ request: Request) async throws -> ResponseStream {
            guard !notes.isOffline.withLock({ $0 }) else { throw TransportError(.nameNotFound) }
            return try await next.execute(request)
        }
    }
}
