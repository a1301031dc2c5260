import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

@Suite(.timeLimit(.minutes(5))) struct URLSessionsTests {
    private let sessions: URLSessions = {
        let options = DefaultHTTPConnector.Options()
        return URLSessions(options.sessionConfiguration(), URLExchanges(options), patience: .zero)
    }()

    @Test func aSessionIsKept() async {
        let lane = sessions.lane()
        await serve(lane)

        #expect(sessions.lane() === lane)
    }

    @Test func stuckSessionIsReplaced() async {
        let (lane, end) = (sessions.lane(), DispatchSemaphore(value: 0))
        await serve(lane)

        lane.performStop { end.wait() }
        let fresh = sessions.lane()
        end.signal()

        #expect(fresh !== lane)
        #expect(sessions.lane() === fresh)
    }

    @Test func recentCancelIsNotStuck() async {
        let (lane, end) = (sessions.lane(), DispatchSemaphore(value: 0))
        await serve(lane)

        lane.performStop { end.wait() }
        let isStuck = lane.isStuck(patience: .seconds(60))
        end.signal()

        #expect(!isStuck)
    }

    @Test func aSessionThatIsBusyWithOtherWorkIsKept() async {
        let (lane, end) = (sessions.lane(), DispatchSemaphore(value: 0))
        await serve(lane)

        lane.perform { _ in end.wait() }
        let next = sessions.lane()
        end.signal()

        #expect(next === lane)
    }

    @Test func aSessionThatHasNotServedYetIsKept() {
        let (lane, end) = (sessions.lane(), DispatchSemaphore(value: 0))

        lane.performStop { end.wait() }
        let next = sessions.lane()
        end.signal()

        #expect(next === lane)
    }

    @Test func aSessionWhoseCancelsHaveReturnedIsKept() async {
        let lane = sessions.lane()
        await serve(lane)

        lane.performStop {}
        await serve(lane)

        #expect(sessions.lane() === lane)
    }

    /// Waits until `lane` has run an operation and everything before it.
    private func serve(_ lane: URLSessionLane) async {
        let promise = Promise<Void>()
        lane.perform { _ in }
        lane.perform { _ in promise.fulfill(()) }
        await promise.value()
    }
}
