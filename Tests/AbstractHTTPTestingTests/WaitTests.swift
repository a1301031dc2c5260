import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A test whose time is up is canceled. A wait that never ends must not keep it alive.
@Suite struct WaitTests {
    enum Wait: CaseIterable {
        case forSleepers, forRequests, forIdleness, forAnEvent, forRequestsOfAServer, forTruncatedRequests

        func inVain() async throws {
            switch self {
            case .forSleepers: await ManualClock().waitForSleepers()
            case .forRequests: await ScriptedConnector().waitForRequests(1)
            case .forIdleness:
                let (connector, isOver) = (ScriptedConnector(.silenceIgnoringCancellation), Promise<Void>())
                Task {
                    _ = try? await connector.execute(Request(url: URL(filePath: "/")))
                    isOver.fulfill(())
                }
                // This task may be canceled already, so another wait would end before the exchange begins.
                while connector.requests.isEmpty { await Task.yield() }
                await connector.waitUntilIdle()
                while isOver.current == nil {
                    connector.release()
                    await Task.yield()
                }
            case .forAnEvent: await EventRecorder().wait(for: .onStart)
            case .forRequestsOfAServer: try await LoopbackServer().waitForRequests(1)
            case .forTruncatedRequests: try await LoopbackServer().waitForTruncatedRequests(1)
            }
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Wait.allCases)
    func aCancelEndsAWait(_ wait: Wait) async throws {
        let waiting = Task { try await wait.inVain() }
        await Task.yield()

        waiting.cancel()

        try await waiting.value
    }

    @Test(.timeLimit(.minutes(5))) func canceledUntilRecordsAnIssue() async {
        await withKnownIssue {
            let waiting = Task { await until { false } }
            waiting.cancel()
            await waiting.value
        }
    }
}
