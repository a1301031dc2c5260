import AbstractHTTPDefinitions
import AbstractHTTPTesting
import AbstractHTTPUserMessages
import Foundation
import TestSupport
import Testing

/// Messages and controls that follow requests.
@MainActor
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct LoadMessageTests {
    private let clock = ManualClock()
    private let connector = ScriptedConnector { _, _ in .silence }
    private let screen = Screen()

    private func api(_ connector: any HTTPConnector) throws -> DefinitionAPI {
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a"}, "B": {"Path": "b"}}"#, clock: clock)
        api.messages.present(by: screen)
        return api
    }

    /// Waits until the screen has seen `count` states, the first of which is nothing.
    private func seen(_ count: Int) async {
        await until { screen.seen.count >= count }
    }

    private func advance(by duration: Duration, _ sleepers: Int = 1) async {
        await clock.waitForSleepers(sleepers)
        clock.advance(by: duration)
    }

    @Test func messageShowsAfterADelayUntilTheRequestEnds() async throws {
        let api = try api(connector)
        let task = api.request(name: "A") { c in
            (c.loadMessage, c.loadMessageShownModal) = ("Loading", true)
        }
        await connector.waitForRequests(1)
        #expect(api.messages.current == [])

        await advance(by: .milliseconds(300))
        await seen(2)
        #expect(api.messages.current == [LoadMessage(id: "A", text: "Loading", isModal: true)])
        #expect(api.messages.isModal)

        clock.advance(by: .milliseconds(500))
        task.cancel()
        await advance(by: .milliseconds(100))
        await seen(3)

        #expect(screen.seen == [[], ["A Loading modal"], []])
        #expect(!api.messages.isModal)
    }

    @Test func allRequestsOfAnIdentifierHaveOneMessageTheLastOne() async throws {
        let api = try api(connector)
        let isFirstOver = Promise<Void>()
        let first = api.request(name: "A") { c in
            c.loadMessage = "one"
            c.finished { _, _ in isFirstOver.fulfill(()) }
        }
        await connector.waitForRequests(1)
        await advance(by: .milliseconds(300))
        await seen(2)
        let second = api.request(name: "A") { $0.loadMessage = "two" }
        await seen(3)
        let other = api.request(name: "B") { $0.loadMessage = "other" }
        await connector.waitForRequests(3)
        await advance(by: .milliseconds(800))
        await seen(4)
        first.cancel()
        other.cancel()
        await advance(by: .milliseconds(500))
        await seen(5)
        await isFirstOver.value()
        second.cancel()
        await advance(by: .milliseconds(100))
        await seen(6)

        #expect(screen.seen == [[], ["A one"], ["A two"], ["A two", "B other"], ["A two"], []])
    }

    @Test func aPresenterThatIsReplacedShowsNothingAnyMore() async throws {
        let api = try api(connector)
        let task = api.request(name: "A") { $0.loadMessage = "Loading" }
        await connector.waitForRequests(1)
        await advance(by: .milliseconds(300))
        await seen(2)
        let other = Screen()

        api.messages.present(by: other)
        api.messages.present(by: nil)
        task.cancel()

        #expect(screen.seen == [[], ["A Loading"], []])
        #expect(other.seen == [["A Loading"], []])
    }

    @Test func aMessageIsModalWhileAnyOfItsRequestsIs() async throws {
        let api = try api(connector)
        let first = api.request(name: "A") { c in (c.loadMessage, c.loadMessageShownModal) = ("paying", true) }
        let second = api.request(name: "A") { $0.loadMessage = "refreshing" }
        await connector.waitForRequests(2)
        await advance(by: .milliseconds(300))
        await seen(2)
        clock.advance(by: .milliseconds(500))
        second.cancel()
        await seen(3)
        first.cancel()
        await advance(by: .milliseconds(100))
        await seen(4)

        #expect(screen.seen == [[], ["A refreshing modal"], ["A paying modal"], []])
    }

    @Test func shortRequestShowsNoMessage() async throws {
        let api = try api(MockConnector { _ in .json("1") })

        let task = await api.finished("A") { $0.loadMessage = "Loading" }

        #expect(task.isSuccess)
        #expect(screen.seen == [[]])
        #expect(api.messages.current == [])
    }

    @Test func unhandledFailureShowsAnAlert() async throws {
        let api = try api(MockConnector { _ in .json("", statusCode: 500) })
        let events = Events()

        await api.finished("A")
        await api.finished("A") { $0.failure { _, _ in events("handled") } }
        await api.finished("A") { $0.completion { _, _, _ in events("handled") } }
        _ = await failure { try await api.request("A", as: String.self) }
        await events.wait(for: 2)

        #expect(
            screen.alerts == [
                FailureMessage(of: ConnectionError(type: .invalidResponse, request: Request(url: URL(filePath: "/"))))
                    .description
            ])
    }

    @Test func sharedControlIsReleasedByTheLastRequest() async throws {
        let api = try api(connector)
        let button = Button()
        let first = api.request(name: "A") { $0.bindControls = [button] }
        let second = api.request(name: "B") { $0.bindControls = [button] }
        await connector.waitForRequests(2)
        await until { button.seen.count >= 3 }

        first.cancel()
        await until { button.seen.count >= 4 }
        second.cancel()
        await until { button.seen.count >= 5 }
        let third = api.request(name: "A") { $0.bindControls = [button] }
        await until { button.seen.count >= 6 }
        third.cancel()
        await until { button.seen.count >= 7 }

        #expect(button.seen == [0, 1, 2, 1, 0, 1, 0])
    }

    @Test func aControlIsNotKeptAlive() async throws {
        let api = try api(MockConnector { _ in .json("1") })
        weak var gone: Button?
        do {
            let button = Button()
            gone = button
            await api.finished("A") { $0.bindControls = [button] }
        }
        await until { gone == nil }
    }
}

@MainActor
private final class Screen: LoadMessagePresenter {
    private(set) var seen: [[String]] = []
    private(set) var alerts: [String] = []

    func show(_ messages: [LoadMessage]) {
        seen.append(messages.map { "\($0.id) \($0.text)\($0.isModal ? " modal" : "")" })
    }

    func alert(_ error: ConnectionError, message: FailureMessage) { alerts.append(message.description) }
}

@MainActor
private final class Button: ConnectionControl {
    private(set) var seen: [Int] = []

    func update(_ state: IndicatorState) { seen.append(state.count) }
}
