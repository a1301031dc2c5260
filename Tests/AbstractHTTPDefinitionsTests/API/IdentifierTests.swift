import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Requests are found and canceled without holding their tasks.
@Suite(.tags(.threadSanitizer)) struct IdentifierTests {
    private let connector = ScriptedConnector { _, _ in .silence }
    private let api: DefinitionAPI

    init() throws {
        api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a"}, "B": {"Path": "b"}}"#)
    }

    @Test func tasksAreListedByIdentifierAndByGroup() async {
        let first = api.request(name: "A") { $0.groupIdentifier = "screen" }
        let second = api.request(name: "A") { c in (c.identifier, c.groupIdentifier) = ("mine", "screen") }
        let third = api.request(name: "B")

        #expect(api.tasks.map(\.identifier) == ["A", "mine", "B"])
        #expect(api.tasks(identifier: "A").map(ObjectIdentifier.init) == [ObjectIdentifier(first)])
        #expect(api.tasks(group: "screen").map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
        #expect(second.groupIdentifier == "screen" && third.groupIdentifier == nil)
        #expect(third.definition.path == "b")
        api.cancelAll()
    }

    @Test func unnamedDefinitionsHaveUniqueIdentifiers() {
        let first = api.request(definition: Definition(path: "a"))
        let second = api.request(definition: Definition(path: "a"))

        #expect(first.identifier != second.identifier)
        #expect(api.tasks(identifier: first.identifier).count == 1)
        api.cancelAll()
    }

    @Test func theyAreCanceledByIdentifierGroupOrAll() async {
        let events = Events()
        func begin(_ name: String, _ identifier: String?, _ group: String?) {
            api.request(name: name) { c in
                (c.identifier, c.groupIdentifier) = (identifier, group)
                c.completion { task, _, error in
                    events("\(task.identifier) \(task.error?.cancelReason.map { "\($0)" } ?? "") \(error == nil)")
                }
            }
        }
        begin("A", nil, "screen")
        begin("A", "x", nil)
        begin("B", "y", "screen")
        begin("B", nil, nil)
        await connector.waitForRequests(4)

        api.cancel(identifier: "x")
        await events.wait(for: 1)
        api.cancel(identifier: "nobody")
        api.cancel(group: "screen")
        await events.wait(for: 3)
        api.cancelAll()
        await events.wait(for: 4)

        #expect(events.lines[0] == #"x with the identifier "x" true"#)
        #expect(
            events.lines[1...2].sorted() == [#"A with the group "screen" true"#, #"y with the group "screen" true"#])
        #expect(events.lines[3] == "B with all of its holder true")
        #expect(api.tasks.isEmpty)
    }

    @Test func callbacksRunAfterTheAPIIsReleased() async throws {
        let events = Events()
        weak var gone: DefinitionAPI?
        do {
            let api = try DefinitionAPI.over(MockConnector { _ in .json("1") }, #"{"A": {"Path": "a"}}"#)
            gone = api
            api.request(name: "A") { $0.record(in: events) }
        }
        await events.wait(for: 3)

        #expect(events.lines.last == "completion 1 nil, task nil")
        await until { gone == nil }
    }

    @Test func manyRequestsAtOnceEachEndOnce() async throws {
        let api = try DefinitionAPI.over(
            MockConnector { request in .json(request.url.query() == "n=1" ? "[" : "1") }, #"{"A": {"Path": "a"}}"#)
        let events = Events()

        await withTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let task = api.request(name: "A") { c in
                        c.parameters = ["n": number % 3]
                        c.identifier = "\(number % 7)"
                        c.finished { _, _ in events("end") }
                    }
                    if number % 5 == 0 { task.cancel() }
                    if number % 11 == 0 { api.cancel(identifier: "3") }
                }
            }
        }
        await events.wait(for: 300)

        #expect(events.lines.count == 300)
        await until { api.tasks.isEmpty }
    }
}
