import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct PlaceOrder: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/orders").method(.post).idempotencyKey() }
}

/// Stands for a dialog on a screen.
actor RetryDialog {
    private var answers: [Bool]

    init(_ answers: Bool...) {
        self.answers = answers
    }

    func wantsAnotherTry(after error: ConnectionError) -> Bool { answers.removeFirst() }
}

@Suite struct RetryPageTests {
    struct AskTheUser: RecoveryPolicy {
        let dialog: RetryDialog
        let waitsForUser = true

        func recovery(from failure: RecoveryContext) async -> Recovery {
            await dialog.wantsAnotherTry(after: failure.error) ? .restart() : .giveUp
        }
    }

    @Test func aConfigRetries() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 503)), .response(.text("ok")))
        var config = ConnectionConfig(connector: connector, policies: [Retry()])
        config.random = RandomSource { 0 }

        #expect(try await Connection(PlaceOrder(), config: config).response() == "ok")
        #expect(connector.requests[0].headers["Idempotency-Key"] == connector.requests[1].headers["Idempotency-Key"])
    }

    @Test func aClientRetries() {
        let client = APIClient(baseURL: "https://api.example.com") { config in
            config.policies = [Retry()]
        }

        #expect(client.config.policies.first is Retry)
    }

    @Test func everyOptionCanBeSet() async {
        let retry = Retry(
            attempts: 5, backoff: Backoff(base: .milliseconds(500), factor: 3, cap: .seconds(30)),
            longestWait: .seconds(120),
            budget: RetryBudget(ratio: 0.1, minimum: 3), statusCodes: [429, 503],
            appliesTo: { request in request.method == .get })

        #expect(retry.attempts == 5 && retry.backoff.limit(afterFailure: 2) == .milliseconds(1_500))
    }

    @Test func notRetriedReasonIsReported() async {
        struct SendMessage: ConnectionSpec {
            typealias ResponseModel = String
            var request: HTTP { HTTP("https://api.example.com/messages").method(.post) }
        }
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 503)) }
        let config = ConnectionConfig(connector: connector, policies: [Retry()])

        do {
            _ = try await Connection(SendMessage(), config: config).response()
        } catch {
            print(error.attempts.count, error.notRetriedReason ?? "")
        }

        let error = await #expect(throws: ConnectionError.self) {
            try await Connection(SendMessage(), config: config).response()
        }
        #expect(error?.attempts.count == 1)
        #expect(
            error?.notRetriedReason.map { "\($0)" }
                == "a POST that may have arrived is not sent twice; give it an idempotency key")
    }

    @Test func userIsAskedWhenRetryGivesUp() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 404)), .response(Response(statusCode: 404)),
            .response(.text("ok")))
        let asking = AskTheUser(dialog: RetryDialog(true, true))
        let config = ConnectionConfig(connector: connector, policies: [Retry(), asking])

        #expect(try await Connection(PlaceOrder(), config: config).response() == "ok")
    }
}
