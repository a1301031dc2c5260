import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// One `addListener` for every kind of listener.
@Suite(.tags(.threadSanitizer)) struct EventMonitorTests {
    private let calls = LockedValue<[String]>([])

    enum Place: CaseIterable {
        case config, holder, connection
    }

    private func connection(_ place: Place, _ listener: any ConnectionEventListener) -> Connection<String> {
        let holder = ConnectionHolder()
        var config = ConnectionConfig(connector: ScriptedConnector(.response(.text("ok"))), holder: holder)
        if place == .config { config.addListener(listener) }
        if place == .holder { holder.addListener(listener) }
        let connection = Connection(TextSpec(), config: config)
        return place == .connection ? connection.addListener(listener) : connection
    }

    @Test(arguments: Place.allCases) func anEventMonitorReceivesEveryEvent(of place: Place) async throws {
        _ = try await connection(place, Everything(calls)).response()

        let events = calls.withLock { $0 }
        #expect(
            events.filter { $0 != "onProgress" } == [
                "willEncode", "didEncode", "onStart", "willSend", "didSend", "onReceived", "willDecode", "didDecode",
                "onReceivedModel", "afterSuccess", "onEnd",
            ])
        #expect(events.contains("onProgress"))
    }

    @Test func anEventMonitorReceivesAFailure() async {
        let config = ConnectionConfig(connector: ScriptedConnector(.response(Response(statusCode: 500))))
        _ = await failure(of: Connection(TextSpec(), config: config).addListener(Everything(calls)))

        #expect(calls.withLock { $0.suffix(3) } == ["onResponseError", "afterError", "onEnd"])
    }

    @Test func listenerReceivesOnlyItsKind() async throws {
        _ = try await connection(.connection, await StartAndEnd(calls)).response()

        #expect(calls.withLock { $0 } == ["onStart", "onEnd"])
    }

    @Test(arguments: Place.allCases) func aSubclassMayBeAListenerOfMoreKinds(place: Place) async throws {
        _ = try await connection(place, await StartEndAndResponse(calls)).response()

        #expect(calls.withLock { $0 } == ["onStart", "onReceived", "onEnd"])
    }

    @Test func aMonitorImplementsOnlyWhatItNeeds() async throws {
        final class Nothing: EventMonitor {}

        let text = try await connection(.connection, Nothing()).response()

        #expect(text == "ok")
    }
}

@MainActor private class StartAndEnd: ConnectionListener {
    let calls: LockedValue<[String]>

    init(_ calls: LockedValue<[String]>) { self.calls = calls }

    func note(_ call: String = #function) { calls.withLock { $0.append(String(call.prefix { $0 != "(" })) } }

    func onStart(connection: any ConnectionTask, request: Request) { note() }
    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) { note() }
}

@MainActor private final class StartEndAndResponse: StartAndEnd, ConnectionResponseListener {
    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        note()
        return true
    }
}

private final class Everything: EventMonitor {
    let calls: LockedValue<[String]>

    init(_ calls: LockedValue<[String]>) { self.calls = calls }

    private func note(_ call: String = #function) { calls.withLock { $0.append(String(call.prefix { $0 != "(" })) } }

    func willEncode(connection: any ConnectionTask) { note() }
    func didEncode(connection: any ConnectionTask, request: Request) { note() }
    func willSend(connection: any ConnectionTask, request: Request) { note() }
    func didSend(connection: any ConnectionTask, request: Request, response: Response?) { note() }
    func willDecode(connection: any ConnectionTask, response: Response) { note() }
    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) { note() }
    func onProgress(connection: any ConnectionTask, progress: TransferProgress) { note() }
    func onStart(connection: any ConnectionTask, request: Request) { note() }
    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) { note() }
    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        note()
        return true
    }
    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
        note()
        return true
    }
    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) { note() }
    func onResponseError(connection: any ConnectionTask, response: Response) { note() }
    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) { note() }
}
