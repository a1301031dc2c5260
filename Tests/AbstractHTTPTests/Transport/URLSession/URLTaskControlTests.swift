import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct URLTaskControlTests {
    private let lane: URLSessionLane = {
        let options = DefaultHTTPConnector.Options()
        return URLSessionLane(options.sessionConfiguration(), URLExchanges(options))
    }()

    /// An exchange that waits for a connection can get one before its task exists.
    @Test func aTaskThatIsResumedBeforeItExistsRuns() async throws {
        let server = try LoopbackServer { _ in .text("") }
        let control = URLTaskControl(lane)

        control.resume()
        let task = try await adopt(server.url, control)

        #expect(task.state != .suspended)
    }

    @Test func aTaskThatIsNotResumedWaits() async throws {
        let server = try LoopbackServer { _ in .text("") }
        let control = URLTaskControl(lane)

        let task = try await adopt(server.url, control)
        #expect(task.state == .suspended)

        control.resume()
        await control.finish()
        #expect(task.state != .suspended)
    }

    /// The session may be busy while it creates the task, and a cancel may come meanwhile.
    @Test func aTaskThatIsStoppedWhileItIsCreatedIsNotResumed() async throws {
        let server = try LoopbackServer { _ in .text("") }
        let control = URLTaskControl(lane)

        control.resume()
        let task = try await adopt(server.url, control) { control.stop() }

        await control.finish()
        #expect(task.state != .running && task.state != .suspended)
        #expect(server.requests.isEmpty)
    }

    /// Returns the task when the control has it. Calls `meanwhile` between its creation and that.
    private func adopt(
        _ url: String, _ control: URLTaskControl, _ meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws -> URLSessionTask {
        let url = try #require(URL(string: url))
        let created = Promise<URLSessionTask>()
        control.make { session in
            let task = session.dataTask(with: url)
            meanwhile()
            control.setTask(task)
            created.fulfill(task)
        } orAbort: {
        }
        return await created.value()
    }
}

extension URLTaskControl {
    /// Waits until the lane has run everything before.
    fileprivate func finish() async {
        let promise = Promise<Void>()
        lane.perform { _ in promise.fulfill(()) }
        await promise.value()
    }
}
