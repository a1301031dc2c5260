import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import TestSupport
import Testing

/// The rows of the page's table, and what follows it. `IDLMigrationTests` has its examples.
@Suite(.timeLimit(.minutes(5))) struct ComingFromHTTPIDLPageTests {
    private final class Upload: IDLRequest {
        var method: String
        var configuration = BaseConfiguration.shared
        var client = BaseClient.shared
        var uri: String { "/upload" }
        let content: RequestContent?

        init(_ method: String, _ content: RequestContent) {
            (self.method, self.content) = (method, content)
            configuration.baseURLString = "https://api.example.com"
        }
    }

    private final class Watcher: HTTPRequestObserver, HTTPResponseObserver {
        private let seen = LockedValue<[String]>([])
        var lines: [String] { seen.withLock { $0 } }

        func see(_ line: String) { seen.change { $0.append(line) } }

        func willEncode(request: any IDLRequest) { see("willEncode") }
        func didEncode(request: any IDLRequest, encoded: HTTPRequest) { see("didEncode") }
        func willSend(request: any IDLRequest) { see("willSend") }
        func didSend(request: any IDLRequest) { see("didSend") }
        func receive(rawResponse: HTTPResponse) { see("response") }
    }

    private let connector = ScriptedConnector.always()
    private let file = HTTPFile(URL(filePath: "/tmp/photo.jpg"))

    private func send(_ method: String, _ content: RequestContent, over connector: ScriptedConnector) async throws {
        let client = BaseClient(config: ConnectionConfig(connector: connector))
        _ = try await client.connection(to: Upload(method, content)).response()
    }

    @Test func bodiesAreJSON() async throws {
        for method in ["POST", "PUT", "PATCH"] { try await send(method, ["a": true], over: connector) }
        try await send("POST", Data("bytes".utf8).asRequestContent(), over: connector)

        #expect(try await connector.bodies() == Array(repeating: #"{"a":true}"#, count: 3) + ["bytes"])
    }

    @Test func queriesHaveWordsAndBase64() async throws {
        let data = Data("ab".utf8)
        try await send("GET", ["a": true, "data": data.asRequestContent()], over: connector)
        try await send("GET", ["data": .string(String(decoding: data, as: UTF8.self))], over: connector)

        #expect(connector.requests.map { $0.url.query() } == ["a=true&data=YWI%3D", "data=ab"])
    }

    @Test func queryHasNoFile() async throws {
        await #expect(throws: HIError.self) { try await send("GET", ["f": file.asRequestContent()], over: connector) }
        try await send("GET", ["f": .string(file.url.absoluteString)], over: connector)

        #expect(connector.requests.map { $0.url.query() } == ["f=file%3A%2F%2F%2Ftmp%2Fphoto.jpg"])
    }

    @Test func observersSeeEachAttempt() async throws {
        let (watcher, isDone) = (Watcher(), Promise<Void>())
        var config = ConnectionConfig(
            connector: ScriptedConnector(.response(.text("no", statusCode: 503)), .response(.text("ok"))))
        config.policies = [Retry(attempts: 2, backoff: .none, budget: nil)]
        let client = BaseClient(config: config)
        client.add(requestObserver: watcher)
        let request = Upload("GET", [:])
        request.client = client

        let future: RequestFuture<HTTPResponse> = request.send(
            rawResponseHandler: { _ in isDone.fulfill(()) }, errorHandler: { _ in isDone.fulfill(()) })
        await isDone.value()

        let attempt = ["willEncode", "didEncode", "willSend", "didSend"]
        #expect(Array(watcher.lines.prefix(8)) == attempt + attempt)
        await until { !future.isRunning }
    }

    @Test func observersOfRawResponsesComeBeforeTheClosure() async {
        let (watcher, isDone) = (Watcher(), Promise<Void>())
        let client = BaseClient(config: ConnectionConfig(connector: connector))
        client.add(responseObserver: watcher)
        let request = Upload("GET", [:])
        request.client = client

        request.send(
            rawResponseHandler: { _ in
                watcher.see("closure")
                isDone.fulfill(())
            }, errorHandler: { _ in isDone.fulfill(()) })
        await isDone.value()

        #expect(watcher.lines == ["response", "closure"])
    }

    @Test func stringIsNoNumber() {
        #expect(Int64(content: "1") == nil && Int64(content: 1) == 1)
    }

    @Test func noCacheAndNoCookiesByDefault() {
        #expect(BaseClient().config.middleware.isEmpty)
    }
}
