import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryAfterTests {
    @Test func exhaustedRateLimitResetSetsTheWait() async {
        #expect(await wait(429, ["RateLimit-Reset": "30"]) == .seconds(30))
        #expect(await wait(503, ["RateLimit-Reset": "30", "RateLimit-Remaining": "0"]) == .seconds(30))
    }

    @Test func unexhaustedRateLimitCausesNoWait() async {
        #expect(await wait(503, ["RateLimit-Reset": "30"]) == nil)
        #expect(await wait(503, ["RateLimit-Reset": "30", "RateLimit-Remaining": "9"]) == nil)
    }

    @Test func retryAfterOverridesTheReset() async {
        #expect(await wait(429, ["Retry-After": "5", "RateLimit-Reset": "30"]) == .seconds(5))
    }

    @Test(arguments: ["soon", "-1", "1.5", ""])
    func invalidRetryAfterIsIgnored(value: String) async {
        #expect(await wait(503, ["Retry-After": value]) == nil)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e30, -1e30])
    func extremeDatesNeverTrap(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)

        #expect(RetryAfter.date(date).delay(from: Date()) >= .zero)
        #expect(RetryAfter.date(Date()).delay(from: date) >= .zero)
    }

    @Test func aDateIsComparedWithTheTimeOfDayOfTheConfig() async {
        let now = Date(timeIntervalSince1970: 784_111_770.25)

        // The wait is rounded up to whole seconds, so that the request is not too early.
        #expect(await wait(503, ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"], now: now) == .seconds(7))
    }
}

/// The wait of a connection for every field of the published vectors, to the nanosecond.
@Suite(.enabled(if: SharedMaterial.has("vectors/retry-after"))) struct RetryAfterVectorTests {
    @Test func everyFieldGivesItsPublishedWait() async throws {
        let vectors = try SharedMaterial.vectors("retry-after/retry-after", of: Vector.self)
        // Waits that no clock can count are cut to ten years.
        let longest = Duration.seconds(10 * 365 * 86_400)
        for vector in vectors where vector.rule != "may" {
            let now = Date(timeIntervalSince1970: vector.now)

            let waited = await wait(503, ["Retry-After": vector.value], now: now)

            switch vector.rule {
            case "must":
                let published = Duration.seconds(try #require(vector.delaySeconds))
                #expect(RetryAfter(vector.value, now: now)?.delay(from: now) == published, "\(vector.id)")
                #expect(waited ?? .zero == min(published, longest), "\(vector.id)")
            case "saturate": #expect(waited == longest, "\(vector.id)")
            case "reject": #expect(waited == nil && RetryAfter(vector.value) == nil, "\(vector.id)")
            default: Issue.record("\(vector.id) has another rule: \(vector.rule)")
            }
        }
        #expect(vectors.count { $0.rule == "must" } >= 20)
    }

    private struct Vector: Decodable {
        let id: String
        let value: String
        let now: Double
        let delaySeconds: Int?
        let rule: String
    }
}

/// How long a connection waits after such a response, without a random part, or nil if it tries again immediately.
private func wait(
    _ status: Int, _ headers: HTTPHeaders, now: Date = Date(timeIntervalSince1970: 1_767_225_600)
) async -> Duration? {
    let (clock, retry) = (ManualClock(), Retry(backoff: .none, longestWait: .seconds(Int64.max)))
    let connector = ScriptedConnector { number, _ in
        .response(number == 1 ? Response(statusCode: status, headers: headers) : .text("ok"))
    }
    var config = ConnectionConfig(connector: connector, clock: clock, policies: [retry])
    config.date = { now }
    let connection = Connection(TextSpec(), config: config).start()
    async let isAnswered: Void = connector.waitForRequests(2)
    await until { connector.requests.count >= 2 || !clock.remainingSleeps.isEmpty }
    let wait = clock.remainingSleeps.first
    clock.advance(by: wait ?? .zero)
    await isAnswered
    connection.cancel()
    return wait
}
