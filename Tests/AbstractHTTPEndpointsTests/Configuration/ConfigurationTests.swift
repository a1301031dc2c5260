import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What all endpoints have in common.
@Suite(.tags(.threadSanitizer)) struct ConfigurationTests {
    private let connector = ScriptedConnector.always()

    @Test func changedBaseAppliesToTheNextCall() async throws {
        let endpoint = GET<None, None>("a").config(ConnectionConfig(connector: connector))

        try await Configuration.scope {
            Configuration.DataRequest.base = "https://old.example.com"
            try await endpoint()
            Configuration.DataRequest.base = "https://new.example.com"
            try await endpoint()
        }

        #expect(connector.lines == ["GET https://old.example.com/a", "GET https://new.example.com/a"])
    }

    @Test func emptyBaseGetsNoHeaders() async throws {
        try await Configuration.scope {
            Configuration.DataRequest.base = ""
            Configuration.DataRequest.headers = ["X": "1"]
            try await GET<None, None>("https://api.example.com/a").config(ConnectionConfig(connector: connector))()
        }

        #expect(connector.requests.map { $0.headers["X"] } == [nil])
    }

    @Test func oneOfTwoHeadersWithTheSameNameIsSent() async throws {
        try await Configuration.scope {
            Configuration.DataRequest.base = "https://api.example.com"
            Configuration.DataRequest.headers = ["x": "1", "X": "2"]
            try await GET<None, None>("a").config(ConnectionConfig(connector: connector))()
        }

        #expect(connector.requests.map { $0.headers.values(for: "X") } == [["1"]])
    }

    @Test func sharedConfigIsTheDefault() async throws {
        try await Configuration.scope {
            Configuration.connectionConfig = ConnectionConfig(connector: connector)
            #expect(Configuration.connectionConfig.connector is ScriptedConnector)
            try await GET<None, None>("https://api.example.com/a")()
        }

        #expect(connector.lines == ["GET https://api.example.com/a"])
    }

    @Test func scopeIsAnIsolatedCopy() async throws {
        await Configuration.scope {
            Configuration.DataRequest.base = "https://outer.example.com"
            Configuration.DataRequest.headers = ["X": "1"]
            let inner = await Configuration.scope {
                Configuration.DataRequest.headers["Y"] = "2"
                Configuration.DataRequest.timeoutInterval = 3
                return (Configuration.DataRequest.base, Configuration.DataRequest.headers)
            }
            #expect(inner == ("https://outer.example.com", ["X": "1", "Y": "2"]))
            #expect(Configuration.DataRequest.headers == ["X": "1"])
            #expect(Configuration.DataRequest.timeoutInterval == nil)
        }
    }

    @Test func scopeRethrowsErrors() async {
        await #expect(throws: Broken()) {
            try await Configuration.scope { () async throws(Broken) in throw Broken() }
        }
    }

    @Test func connectionKeepsItsConfiguration() async throws {
        let config = ConnectionConfig(connector: connector)
        let connection = await Configuration.scope {
            Configuration.DataRequest.base = "https://scoped.example.com"
            return GET<None, None>("a").config(config).connection()
        }

        _ = try await connection.response()

        #expect(connector.lines == ["GET https://scoped.example.com/a"])
    }

    @Test func changesInOneStepAreNotLost() async {
        await Configuration.scope {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        for key in 0..<10 {
                            Configuration.DataRequest.setHeader(name: "X-\(number)-\(key)", value: "1")
                        }
                        Configuration.addEventMonitor(ClosureEventMonitor())
                    }
                }
            }
            Configuration.DataRequest.setHeader(name: "X-0-0", value: nil)

            #expect(Configuration.DataRequest.headers.count == 639)
            #expect(Configuration.eventMonitors.count == 64)
        }
    }

    @Test func setHeaderIgnoresTheCaseOfTheName() async {
        await Configuration.scope {
            Configuration.DataRequest.headers = [
                "authorization": "Bearer old", "AUTHORIZATION": "Bearer older", "X": "1",
            ]
            Configuration.DataRequest.setHeader(name: "Authorization", value: "Bearer new")
            #expect(Configuration.DataRequest.headers == ["Authorization": "Bearer new", "X": "1"])

            Configuration.DataRequest.setHeader(name: "authorization", value: nil)
            #expect(Configuration.DataRequest.headers == ["X": "1"])
        }
    }

    @Test func aQueueKnowsTheScopeOfItsRequest() async {
        let base = Promise<String?>()

        await Configuration.scope {
            Configuration.DataRequest.base = "https://scoped.example.com"
            GET<None, None>("a").over(connector).queue(.global()).request { _ in
                base.fulfill(Configuration.DataRequest.base)
            }
            #expect(await base.value() == "https://scoped.example.com")
        }
    }

    @Test func valuesAreReadAsTheyWereSet() async {
        await Configuration.scope {
            Configuration.DataRequest.encoder = .form
            Configuration.DataRequest.queryEncoder = .query
            Configuration.DataRequest.decoder = JSONContentDecoder()
            Configuration.eventMonitors = [ClosureEventMonitor()]

            #expect(Configuration.DataRequest.encoder is FormContentEncoder)
            #expect(Configuration.DataRequest.queryEncoder is QueryContentEncoder)
            #expect(Configuration.DataRequest.decoder is JSONContentDecoder)
            #expect(Configuration.eventMonitors.count == 1)
        }
    }
}

/// Monitors of all endpoints.
@Suite(.tags(.threadSanitizer)) struct EventMonitorTests {
    @Test func monitorsAreToldBeforeListenersInTheirOrder() async throws {
        let events = LockedValue<[String]>([])
        @Sendable func note(_ event: String) { events.withLock { $0.append(event) } }
        let connector = ScriptedConnector(.response(.json("7")), .response(.json("8", statusCode: 500)))

        await Configuration.scope {
            Configuration.eventMonitors = [
                ClosureEventMonitor(
                    onStart: { request in note("start \(request.url.path())") },
                    onResponse: { response in note("response \(response.statusCode)") },
                    onValue: { value in note("value \(value)") }, onError: { error in note("error \(error.type)") },
                    onEnd: { response, error in
                        note("end \(response?.statusCode ?? 0) \(error.map { "\($0.type)" } ?? "-")")
                    }),
                ClosureEventMonitor(onEnd: { _, _ in note("second") }),
            ]
            let endpoint = GET<None, Int>("a").over(connector)
                .listener(ClosureEventMonitor(onEnd: { _, _ in note("own") }))
            _ = await failure { try await endpoint() }
            _ = await failure { try await endpoint() }
        }

        #expect(
            events.withLock { $0 } == [
                "start /a", "response 200", "value 7", "end 200 -", "second", "own",
                "start /a", "response 500", "error invalidResponse", "end 500 invalidResponse", "second", "own",
            ])
    }

    @Test func customMonitorSeesEveryStep() async throws {
        let monitor = StepMonitor()

        try await Configuration.scope {
            Configuration.eventMonitors = [monitor]
            try await GET<None, None>("a").over(ScriptedConnector.always())()
        }

        #expect(
            monitor.steps.withLock { $0 } == [
                "willEncode", "onStart", "willSend", "onReceived", "afterSuccess",
            ])
    }
}

private final class StepMonitor: EventMonitor {
    let steps = LockedValue<[String]>([])

    private func note(_ step: String) { steps.withLock { $0.append(step) } }

    func willEncode(connection: any ConnectionTask) { note("willEncode") }
    func onStart(connection: any ConnectionTask, request: Request) { note("onStart") }
    func willSend(connection: any ConnectionTask, request: Request) { note("willSend") }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        note("onReceived")
        return true
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) { note("afterSuccess") }
}
