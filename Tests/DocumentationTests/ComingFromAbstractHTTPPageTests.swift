import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

final class ModelLog: ConnectionListener {
    func onStart(connection: any ConnectionTask, request: Request) { print(request.url) }

    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
        print(responseModel ?? "no model")
    }
}

private let printed = CallLog()

private func print(_ value: Any) { printed.note("\(value)") }

/// Each row and each difference that the page lists compiles, and does what it says.
@Suite(.timeLimit(.minutes(5))) struct ComingFromAbstractHTTPPageTests {
    private static let address = "https://api.example.com/page"

    private class Page: ConnectionSpec {
        typealias ResponseModel = String
        var url: String { address }
        var httpMethod: HTTPMethod { .post }
        var urlQuery: URLQuery? { ["q": "a b", "none": nil as String?] }
        func body() -> Data? { Data("body".utf8) }
        func validate(response: Response) -> Bool { response.statusCode == 404 }
        func parseResponse(response: Response) throws -> String { response.text }
    }

    /// Has no request but this.
    private struct Value: ConnectionSpec {
        typealias ResponseModel = String
        var request: HTTP { HTTP(address).headers(["X-A": "1"]).query(["q": "1"]).body(Data("a".utf8)).method(.put) }
    }

    private let log = CallLog()

    private func config(
        holder: ConnectionHolder? = nil, _ reply: ScriptedConnector.Reply = .response(.text("ok"))
    ) -> ConnectionConfig {
        ConnectionConfig(connector: ScriptedConnector { _, _ in reply }, holder: holder)
    }

    private func failure(of connection: Connection<some Sendable>) async -> ConnectionError? {
        do {
            _ = try await connection.response()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Names

    @Test func membersOfAClassAreRead() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("not found", statusCode: 404)) }

        let text = try await Connection(Page(), config: ConnectionConfig(connector: connector)).response()

        #expect(text == "not found")
        #expect(connector.lines == ["POST https://api.example.com/page?q=a%20b"])
        #expect(try await connector.bodies() == ["body"])
    }

    @Test func validateOfAClassRejectsAResponse() async {
        #expect(await failure(of: Connection(Page(), config: config()))?.type == .invalidResponse)
    }

    @Test func requestIsAValue() async throws {
        let connector = ScriptedConnector.always()

        _ = try await Connection(Value(), config: ConnectionConfig(connector: connector)).response()

        #expect(connector.lines == ["PUT https://api.example.com/page?q=1"])
    }

    @Test func closuresAndCommandsHaveTheirNames() async {
        let isClosed = Promise<Void>()
        let connection = Connection(Value(), config: config()) { _ in }
            .addOnError { error in #expect(error.response == nil && error.underlying == nil) }
            .addOnEnd { (_: Response?, _: String?, _: ConnectionError?) in isClosed.fulfill(()) }
            .connector(ScriptedConnector.always())
        connection.start()
        await isClosed.value()
        await until { !connection.isRunning }

        connection.repeatRequest()
        connection.restart()
        connection.cancel()
        await until { !connection.isRunning }

        var other = config()
        other.urlEncoder = DefaultURLEncoder()
        other.log = { _ in }
        #expect(other.holder == nil && (["a": "b c"] as URLQuery).encoded(by: DefaultURLEncoder()) == "a=b%20c")
    }

    @Test func connectionOfHTTPIsStarted() async {
        let (connector, answer) = (ScriptedConnector.always(), Promise<String>())
        let config = ConnectionConfig(connector: connector)
        let connection = HTTP(Self.address).asString(config: config) { text in answer.fulfill(text) }
        #expect(connector.requests.isEmpty)

        connection.addListener(CallLog()).addOnError { _ in }.addOnEnd { _, _, _ in }.start()

        #expect(await answer.value().isEmpty == false)
    }

    @Test func responseOfHTTPHasAnyStatus() async throws {
        let config = config(.response(.text("no", statusCode: 404)))

        let response = try await HTTP(Self.address).asResponse(config: config).response()

        #expect(response.statusCode == 404)
        #expect(await failure(of: HTTP(Self.address).asString(config: config))?.type == .invalidResponse)
        #expect(await failure(of: HTTP(Self.address).asData(config: config))?.type == .invalidResponse)
    }

    // MARK: - Listeners

    @Test func listenersAreCalledFromTheConfigToTheConnection() async throws {
        let holder = ConnectionHolder()
        var config = config(holder: holder)
        config.addListener(Named("config", log))
        holder.addListener(Named("holder", log))

        _ = try await Connection(Value(), config: config).addListener(Named("connection", log)).response()

        #expect(log.names(of: "onStart") == ["config", "holder", "connection"])
        #expect(log.names(of: "onEnd") == ["config", "holder", "connection"])
    }

    @Test func errorClosuresAreCalledBetweenTheListeners() async {
        let connection = Connection(Value(), config: config(.response(.text("no", statusCode: 500))))
            .addListener(Named("first", log))
            .addOnError { [log] _ in log.note("closure onError") }
            .addOnEnd { [log] _, _, _ in log.note("closure onEnd") }
            .addListener(Named("second", log))

        _ = await failure(of: connection)

        #expect(
            log.lines == [
                "first onStart", "second onStart", "first onReceived", "second onReceived", "first onResponseError",
                "second onResponseError", "closure onError", "first afterError", "second afterError", "first onEnd",
                "second onEnd", "closure onEnd",
            ])
    }

    @Test func cancelCallsNoErrorClosure() async {
        let isClosed = Promise<Void>()
        let connection = Connection(Value(), config: config(.silence)).addListener(Named("a", log))
            .addOnError { [log] _ in log.note("closure onError") }
            .addOnEnd { _, _, _ in isClosed.fulfill(()) }
        connection.start()
        await until { log.lines == ["a onStart"] }

        connection.cancel()
        await isClosed.value()

        #expect(log.lines == ["a onStart", "a onCanceled", "a afterError", "a onEnd"])
    }

    @Test func restartAfterSuccessIsANewGeneration() async {
        let connection = Connection(Value(), config: config()).addListener(Named("a", log))
        connection.onResult { [log, weak connection] _ in
            log.note("success")
            if log.lines.count(where: { $0 == "success" }) == 1 { connection?.restart() }
        }

        connection.start()
        await until { log.lines.count(where: { $0 == "a onEnd" }) == 2 }

        #expect(log.lines.count(where: { $0 == "a onStart" }) == 2)
    }

    @Test func rejectionEndsTheCallsOfAListener() async {
        let connection = Connection(Value(), config: config()).addListener(Named("no", log, accepts: false))
            .addListener(Named("other", log))

        #expect(await failure(of: connection)?.type == .invalidResponse)
        #expect(log.names(of: "onReceived") == ["no"])
    }

    @Test func modelOfAListenerIsAny() async throws {
        _ = try await Connection(Value(), config: config()).addListener(ModelLog()).response()

        #expect(printed.lines == [Self.address + "?q=1", "ok"])
    }

    // MARK: - Holders

    @Test func holderListsAConnectionUntilItsOnEnd() async throws {
        let (holder, counts) = (ConnectionHolder(), LockedValue<[Int]>([]))
        let recorder = EventRecorder { event, _ in
            if [.onStart, .afterSuccess, .onEnd].contains(event) {
                counts.change { $0.append(holder.connections.count) }
            }
        }
        holder.addListener(recorder)

        _ = try await Connection(Value(), config: config(holder: holder)).response()

        #expect(counts.withLock { $0 } == [1, 1, 0])
    }

    @Test func runningConnectionKeepsItselfAlive() async {
        let isClosed = Promise<Void>()
        Connection(Value(), config: config()).addOnEnd { _, _, _ in isClosed.fulfill(()) }.start()

        await isClosed.value()
    }

    // MARK: - Defaults

    @Test func errorHasItsRequestAndItsAttempts() async {
        let error = await failure(of: Connection(Value(), config: config(.response(.text("no", statusCode: 500)))))

        #expect(error?.request.url.path() == "/page" && error?.response?.statusCode == 500)
        #expect(error?.attempts.count == 1)
    }

    @Test func defaultsAreThoseOfThePage() {
        let config = ConnectionConfig()
        var timeout: Duration?
        _ = DefaultHTTPConnector { timeout = $0.idleTimeout }

        #expect(timeout == .seconds(60) && config.holder == nil && config.middleware.isEmpty && config.log == nil)
    }

    @Test func queryLeavesOutNilAndHasFlags() {
        var query: URLQuery = ["a": nil as String?, "b": "1"]
        query.addFlag("flag")

        #expect(query.encoded(by: DefaultURLEncoder()) == "b=1&flag")
    }

    @Test func spacesOfAURLAreEncoded() async throws {
        let connector = ScriptedConnector.always()
        _ = try await HTTP("https://a.example/a b/é").asString(config: .init(connector: connector)).response()

        #expect(connector.lines == ["GET https://a.example/a%20b/%C3%A9"])
    }

    @Test func redirectIsFollowedWithoutCredentials() async throws {
        let connector = ScriptedConnector { number, _ in
            let headers: HTTPHeaders = ["Location": "https://b.example/"]
            return .response(number == 1 ? Response(statusCode: 302, headers: headers) : .text("ok"))
        }
        let recorder = EventRecorder()
        let config = ConnectionConfig(connector: connector)

        _ = try await HTTP("https://a.example/").header("Authorization", "Bearer t").asString(config: config)
            .addListener(recorder).response()

        #expect(connector.requests.map { $0.headers[.authorization] } == ["Bearer t", nil])
        #expect(recorder.events.contains(.onRedirect))
    }

    @Test func headersKeepTheirOrder() {
        var headers: HTTPHeaders = ["X-B": "1", "X-A": "2"]
        headers.add("X-B", "3")

        #expect(headers.map(\.name.rawValue) == ["X-B", "X-A", "X-B"])
    }
}

/// What was called, in order.
private final class CallLog: ConnectionListener {
    private let state = LockedValue<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func note(_ line: String) { state.change { $0.append(line) } }

    /// Who got a call, in order.
    func names(of call: String) -> [String] {
        lines.filter { $0.hasSuffix(" " + call) }.map { String($0.dropLast(call.count + 1)) }
    }
}

/// Notes its calls under its name.
private final class Named: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
    private let name: String
    private let log: CallLog
    private let accepts: Bool

    init(_ name: String, _ log: CallLog, accepts: Bool = true) {
        (self.name, self.log, self.accepts) = (name, log, accepts)
    }

    private func note(_ call: String) { log.note("\(name) \(call)") }

    func onStart(connection: any ConnectionTask, request: Request) { note("onStart") }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        note("onReceived")
        return accepts
    }

    func onResponseError(connection: any ConnectionTask, response: Response) { note("onResponseError") }

    func onCanceled(connection: any ConnectionTask) { note("onCanceled") }

    func afterError(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError) {
        note("afterError")
    }

    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
        note("onEnd")
    }
}
