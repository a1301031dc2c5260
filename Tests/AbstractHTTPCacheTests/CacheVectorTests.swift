import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The published cases for caches (http-tests/cache-tests).
@Suite(
    .tags(.libcurl), .enabled(if: SharedMaterial.has("vectors/cache-tests"), "the vectors are missing"),
    .timeLimit(.minutes(5)))
struct CacheVectorTests {
    /// The cases that do not pass, and why.
    private static let failing: [String: String] = {
        let contradiction = "the Content-Range names 6 bytes, and the body has 5"
        return [
            "freshness-expires-wrong-case-weekday": "dates are case-sensitive (RFC 9110, section 5.6.7)",
            "vary-normalise-lang-select": "the cache does not choose a language by its quality",
            "partial-store-partial-reuse-partial": contradiction,
            "partial-store-partial-reuse-partial-byterange": contradiction,
            "partial-store-partial-reuse-partial-absent": contradiction,
            "partial-store-partial-reuse-partial-suffix": contradiction,
            "partial-store-partial-complete": "without a strong validator, parts are not combined",
        ]
    }()

    /// Cases whose `Content-Encoding` or `Transfer-Encoding` does not exist, so no connector can read the response.
    private static let unreadable = ["headers-store-Content-Encoding", "headers-store-Transfer-Encoding"]

    /// Runs without a network and over the connector of the tests, with specs and with rule files.
    @Test(arguments: [false, true], CacheCaseRunner.Style.allCases)
    func theCasesPass(overSockets: Bool, style: CacheCaseRunner.Style) async throws {
        let cases = try SharedMaterial.vectors("cache-tests/cache-tests", of: CacheCase.self)
        var verdicts: [String: CacheCaseRunner.Verdict] = [:]
        for test in cases {
            verdicts[test.id] = try await CacheCaseRunner(test, style).verdict(
                MemoryCacheStore(), over: overSockets ? TestConnector.make() : nil)
        }

        func passes(_ id: String) -> Bool { verdicts[id] == .passed }
        var counts: [String: Int] = [:]
        for test in cases {
            // A case counts if those that it depends on pass, too.
            if passes(test.id), test.dependencies.allSatisfy(passes) { counts[test.kind, default: 0] += 1 }
            guard test.kind != "check", !(overSockets && Self.unreadable.contains(test.id)) else { continue }
            let verdict = verdicts[test.id].map { "\($0)" } ?? ""
            #expect(passes(test.id) == (Self.failing[test.id] == nil), "\(test.kind) \(test.id): \(verdict)")
        }
        #expect(counts["optimal"] == 52)
        #expect(overSockets ? (92...94).contains(counts["required"] ?? 0) : counts["required"] == 94)
        #expect(cases.count == 210)
    }
}
