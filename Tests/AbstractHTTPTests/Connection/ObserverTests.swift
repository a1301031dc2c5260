import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What observers see, together with the listeners' events, compared as whole lists.
@Suite(.tags(.threadSanitizer)) struct ObserverTests {
    let observer = RecordingObserver()

    @Test func successHasEveryStep() async throws {
        _ = try await connection(over: ScriptedConnector(.response(.text("ok")))).response()

        #expect(
            observer.seen == [
                "willEncode", "didEncode GET", "onStart", "willSend GET", "didSend GET", "onReceived", "willDecode 200",
                "didDecode 200 ok", "onReceivedModel", "afterSuccess", "onEnd",
            ])
    }

    @Test func everyAttemptIsEncodedAndSentAgain() async throws {
        let connector = ScriptedConnector(.failure(Broken()), .response(.text("ok")))

        _ = try await connection(over: connector).addPolicy(Recovering(.restart())).response()

        #expect(
            observer.seen.prefix(9) == [
                "willEncode", "didEncode GET", "onStart", "willSend GET", "didSend GET", "willEncode", "didEncode GET",
                "willSend GET", "didSend GET",
            ])
    }

    /// Cancels when the second request is about to be encoded.
    private final class CancelingObserver: ConnectionObserver {
        private let calls = LockedValue(0)

        func willEncode(connection: any ConnectionTask) async {
            let count = calls.withLock { count in
                count += 1
                return count
            }
            if count == 2 { connection.cancel() }
        }
    }

    @Test func aSpecIsNotReadForAnAttemptThatIsCanceled() async {
        let policy = Recovering(.restart())
        let spec = CountingSpec()
        let connection = Connection(spec, config: .over(ScriptedConnector(.failure(Broken()))))

        let error = await failure(of: connection.addPolicy(policy).addListener(CancelingObserver()))

        #expect(error?.type == .canceled)
        #expect(error?.request.url.absoluteString == "https://api.example.com/1")
    }

    @Test func redirectIsSentAgain() async throws {
        let redirect = Response(statusCode: 303, headers: ["Location": "/b"])
        let connector = ScriptedConnector(.response(redirect), .response(.text("ok")))

        _ = try await connection(TextSpec(httpMethod: .post), over: connector).response()

        #expect(
            observer.seen.prefix(8) == [
                "willEncode", "didEncode POST", "onStart", "willSend POST", "didSend POST", "onRedirect",
                "willSend GET",
                "didSend GET",
            ])
    }

    @Test func rejectedResponseIsNotDecoded() async {
        _ = await failure(of: connection(over: ScriptedConnector(.response(.text("no", statusCode: 500)))))

        #expect(!observer.seen.contains { $0.contains("Decode") })
    }

    @Test func failedDecodingIsObservedBeforehand() async {
        let connection = Connection(UnparsableSpec(), config: .ok).addListener(observer)

        _ = await failure(of: connection)

        #expect(observer.seen.filter { $0.contains("Decode") } == ["willDecode 200"])
    }

    @Test(arguments: ["willSend GET", "didSend GET", "willDecode 200", "didDecode 200 ok"])
    func observerSeesNothingAfterItsCancel(call: String) async {
        let observer = RecordingObserver { seen, connection in
            if seen == call { connection.cancel() }
        }
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let connection = Connection(TextSpec(), config: .over(connector)).addListener(observer).addListener(
            self.observer)

        let error = await failure(of: connection)

        #expect(error?.type == .canceled)
        #expect(observer.seen.last == call)
        #expect(!self.observer.seen.contains(call))
    }

    @Test func observersAttachToConfigsHoldersConnections() async throws {
        let (ofConfig, ofHolder) = (RecordingObserver(), RecordingObserver())
        var config = ConnectionConfig(
            connector: ScriptedConnector(.response(.text("ok"))), holder: ConnectionHolder().addListener(ofHolder))
        config.addListener(ofConfig)

        _ = try await Connection(TextSpec(), config: config).addListener(observer).response()

        #expect(ofConfig.seen.count == 6)
        #expect(ofHolder.seen == ofConfig.seen && observer.seen == ofConfig.seen)
    }

    private func connection(_ spec: TextSpec = TextSpec(), over connector: any HTTPConnector) -> Connection<String> {
        let recorder = EventRecorder { [observer] event, _ in observer.note(event.rawValue) }
        return Connection(spec, config: .over(connector)).addListener(observer).recorded(by: recorder)
    }
}

/// Records every event that it receives.
final class RecordingObserver: ConnectionObserver {
    private let lines = LockedValue<[String]>([])
    private let onCall: @Sendable (String, any ConnectionTask) -> Void

    init(onCall: @escaping @Sendable (String, any ConnectionTask) -> Void = { _, _ in }) {
        self.onCall = onCall
    }

    var seen: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    private func note(_ line: String, _ connection: any ConnectionTask) {
        note(line)
        onCall(line, connection)
    }

    func willEncode(connection: any ConnectionTask) { note("willEncode", connection) }

    func didEncode(connection: any ConnectionTask, request: Request) { note("didEncode \(request.method)", connection) }

    func willSend(connection: any ConnectionTask, request: Request) { note("willSend \(request.method)", connection) }

    func didSend(connection: any ConnectionTask, request: Request, response: Response?) {
        note("didSend \(request.method)", connection)
    }

    func willDecode(connection: any ConnectionTask, response: Response) {
        note("willDecode \(response.statusCode)", connection)
    }

    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
        note("didDecode \(response.statusCode) \(responseModel)", connection)
    }
}
