import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Heads that no server should send.
@Suite(.timeLimit(.minutes(5))) struct MutatedHeadTests {
    private static let head: [(String, String)] = [
        ("Cache-Control", "public, max-age=60, stale-while-revalidate=30, stale-if-error=300, no-cache=\"x\""),
        ("Vary", "Accept, Accept-Language"), ("ETag", "\"5a3c\""), ("Age", "5"),
        ("Date", "Thu, 01 Jan 2026 00:00:00 GMT"), ("Expires", "Thu, 01 Jan 2026 01:00:00 GMT"),
        ("Last-Modified", "Wed, 31 Dec 2025 00:00:00 GMT"), ("No-Vary-Search", "params=(\"utm\" \"ref\"), key-order"),
        ("Cache-Groups", "\"news\", \"sport\""), ("Content-Range", "bytes 0-3/10"), ("Content-Length", "4"),
        ("Connection", "close, X-A"), ("Cache-Status", "Proxy; hit; ttl=5"),
    ]

    /// Each response names its path and its user.
    @Test func noHeaderServesAnotherUsersResponse() async throws {
        let generator = LockedValue(SplitMix64(seed: 9111))
        let origin = Origin { request, _ in
            let head = generator.withLock { Self.mutated(&$0) }
            let user = request.headers[.authorization] ?? "nobody"
            return .text("\(request.url.path()) \(user)", head.headers, status: head.status)
        }
        let config = origin.config()
        var random = SplitMix64(seed: 9112)
        var hits = 0
        for _ in 0..<1_000 {
            let path = ["/a", "/b", "/a?utm=1", "/a?q=2"].randomElement(using: &random) ?? ""
            let user = ["ada", "bob"].randomElement(using: &random) ?? ""
            let range = [nil, "bytes=0-1", "bytes=-3"].randomElement(using: &random) ?? nil
            var fields = ["Authorization": user]
            fields["Range"] = range
            origin.pass(Double.random(in: 0..<20, using: &random))
            do {
                let response = try await HTTP(path).headers(fields).asResponse(config: config).response()
                if response.cacheStatus?.isHit == true { hits += 1 }
                let whole = "\(path.prefix { $0 != "?" }) \(user)"
                #expect(whole.contains(response.text), "\(path) of \(user) got \(response.text)")
            } catch {
                // A mutated head may be one that no connector accepts.
            }
        }
        #expect(hits > 50 && origin.count > 50, "\(hits) hits, \(origin.count) requests")
    }

    private static func mutated(_ random: inout SplitMix64) -> (headers: HTTPHeaders, status: Int) {
        var headers = HTTPHeaders()
        for (name, value) in head where Int.random(in: 0..<3, using: &random) > 0 {
            var bytes = Array(value.utf8)
            for _ in 0..<([0, 0, 0, 1, 3].randomElement(using: &random) ?? 0) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0x20...0xFF, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: index)
                case 3: bytes.insert(contentsOf: Array(",;=\"()*-".utf8).shuffled(using: &random), at: index)
                default: bytes.removeLast(bytes.count - index)
                }
            }
            headers.add(HTTPHeaderName(rawValue: name), String(decoding: bytes, as: UTF8.self))
        }
        let status = [200, 200, 200, 203, 206, 304, 404, 999].randomElement(using: &random) ?? 200
        return (headers, status)
    }
}
