import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport

struct TopicEntity: Codable, Equatable, Sendable {
    var title: String
}

struct LoginResponseEntity: Codable, Equatable, Sendable {
    var token: String
}

struct Anything: Codable, Equatable, Sendable {
    var id: Int
}

extension DefinitionAPI {
    /// An API over `connector` with these rules. It does not touch the disk.
    static func over(
        _ connector: any HTTPConnector, _ rules: String = "{}", clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout ConnectionConfig) -> Void = { _ in }
    ) throws -> DefinitionAPI {
        var config = ConnectionConfig(connector: connector, clock: clock)
        change(&config)
        let api = DefinitionAPI(baseURL: "https://api.example.com/", config: config, cache: HTTPCache())
        api.registry.register(TopicEntity.self)
        api.registry.register(Anything.self)
        try api.store.load(json: Data(rules.utf8))
        return api
    }

    /// Begins a request, and waits for its end.
    @discardableResult
    func finished(_ name: String, _ change: (inout RequestContext) -> Void = { _ in }) async -> DefinitionTask {
        let isFinished = Promise<Void>()
        let task = request(name: name) { c in
            change(&c)
            c.finished { _, _ in isFinished.fulfill(()) }
        }
        await isFinished.value()
        return task
    }
}

/// The reported events of requests, in order. A test can wait for a number of them.
final class Events: Sendable {
    private let state = LockedValue<(lines: [String], waits: [(Int, Promise<Void>)])>(([], []))

    var lines: [String] { state.withLock(\.lines) }

    func callAsFunction(_ line: String) {
        let reached = state.withLock { state in
            state.lines.append(line)
            return state.waits.filter { $0.0 <= state.lines.count }.map(\.1)
        }
        for promise in reached { promise.fulfill(()) }
    }

    func wait(for count: Int) async {
        let promise = Promise<Void>()
        let isThere = state.withLock { state in
            state.waits.append((count, promise))
            return state.lines.count >= count
        }
        if isThere { promise.fulfill(()) }
        await promise.value()
    }
}

extension RequestContext {
    /// Records each callback, and the object or the error.
    mutating func record(in events: Events) {
        success { _, object in events("success \(object.map { "\($0)" } ?? "nil")") }
        failure { _, error in events("failure \(error.type)") }
        finished { _, isSuccess in events("finished \(isSuccess)") }
        completion { task, object, error in
            let told = error.map { "\($0.type)" } ?? "nil"
            let held = task.error.map { "\($0.type)" } ?? "nil"
            events("completion \(object.map { "\($0)" } ?? "nil") \(told), task \(held)")
        }
    }
}
