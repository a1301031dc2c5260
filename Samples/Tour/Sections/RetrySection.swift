import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A server that is busy twice, and says when to come back; a POST that may have arrived; a request with a key; a
/// dialog that asks the user.
enum RetrySection: Section {
    static let name = "retry"
    static let summary = "Failed requests are retried only when that is safe"

    static func run(on stage: Stage) async throws {
        let (server, clock) = (try LoopbackServer { _ in .text("done") }, ManualClock())
        stage.code()
        var config = ConnectionConfig(clock: clock, policies: [Retry()])

        config.random = .seeded(1)
        try await showWaits(server, config, clock, stage)
        await showPOST(server, config, stage)
        try await showKey(server, config, clock, stage)
        try await showDialog(server, stage)
    }

    private static func showWaits(
        _ server: LoopbackServer, _ config: ConnectionConfig, _ clock: ManualClock, _ stage: Stage
    ) async throws {
        server.enqueue(.text("busy", statusCode: 503))
        server.enqueue(LoopbackResponse(statusCode: 429, headers: ["Retry-After": "7"], data: Data()))
        stage.code()
        async let text = HTTP(server.url).asString(config: config).response()

        let waits = [await pass(clock), await pass(clock)]

        stage.expect("A GET succeeds on the third attempt", try await text, is: "done")
        stage.expect("The first wait (random, up to 0.2 seconds)", waits[0], is: .nanoseconds(113_312_315))
        stage.expect(
            "The second wait (the 7 seconds that the server asked for, and a random delay)", waits[1],
            is: .seconds(7) + .nanoseconds(298_312_703))
    }

    /// The next wait, which is passed: nobody waits.
    private static func pass(_ clock: ManualClock) async -> Duration {
        await clock.waitForSleepers()
        let wait = clock.remainingSleeps[0]
        clock.advance(by: wait)
        return wait
    }

    private static func showPOST(_ server: LoopbackServer, _ config: ConnectionConfig, _ stage: Stage) async {
        server.enqueue(.text("busy", statusCode: 503))
        do {
            _ = try await HTTP(server.url).method(.post).asString(config: config).response()
            stage.fail("the POST was retried")
        } catch {
            stage.expect(
                "Why a POST without a key is not retried", error.notRetriedReason as? NotRetriedReason,
                is: .notIdempotent(.post)
            )
        }
    }

    private struct Order: ConnectionSpec {
        typealias ResponseModel = String
        let url: String
        var request: HTTP { HTTP(url).method(.post).idempotencyKey() }
    }

    private static func showKey(
        _ server: LoopbackServer, _ config: ConnectionConfig, _ clock: ManualClock, _ stage: Stage
    ) async throws {
        server.enqueue(.text("busy", statusCode: 503))
        stage.declaration("private struct Order")
        stage.code()
        async let text = Connection(Order(url: server.url), config: config).response()

        _ = await pass(clock)

        stage.expect("A POST with an idempotency key succeeds on the second attempt", try await text, is: "done")
        let keys = server.requests.suffix(2).map { $0.headers["Idempotency-Key"] }
        stage.expect("Both attempts have the same key", keys[0] != nil && keys[0] == keys[1], is: true)
    }

    /// Asks on the screen, and waits for the answer.
    private struct AskTheUser: RecoveryPolicy {
        let dialog: Dialog

        func recovery(from failure: RecoveryContext) async -> Recovery {
            let question = "\(failure.error.response?.statusCode ?? 0) after attempt \(failure.attempt), try again?"
            return await dialog.isAnsweredYes(question) ? .restart() : .giveUp
        }
    }

    /// Stands for an alert: the user taps "Try again" once.
    @MainActor
    private final class Dialog {
        private(set) var questions: [String] = []

        func isAnsweredYes(_ question: String) async -> Bool {
            questions.append(question)
            return questions.count == 1
        }
    }

    private static func showDialog(_ server: LoopbackServer, _ stage: Stage) async throws {
        let dialog = Dialog()
        server.enqueue(.text("gone", statusCode: 410))
        stage.declaration("private struct AskTheUser")
        stage.code()
        let text = try await HTTP(server.url).asString().addPolicy(AskTheUser(dialog: dialog)).response()

        stage.expect("The question for the user", dialog.questions, is: ["410 after attempt 1, try again?"])
        stage.expect("The response after the answer yes", text, is: "done")
    }
}
