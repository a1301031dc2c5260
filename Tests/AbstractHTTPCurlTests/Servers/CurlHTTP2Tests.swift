import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Many requests over one connection.
@Suite(.enabled(if: Servers.running != nil), .serialized, .timeLimit(.minutes(5))) struct CurlHTTP2Tests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    /// The responses to `count` concurrent requests.
    private func responses(_ count: Int, over connector: CurlConnector) async throws -> [Response] {
        try await withThrowingTaskGroup(of: Response.self) { group in
            for number in 0..<count {
                group.addTask { try await connector.response(to: servers.url(.secure, "/\(number)")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(.enabled(if: Libcurl.isUsableWithHTTP2), arguments: ["", "/late"])
    func aStreamThatIsResetIsCutOff(when: String) async throws {
        let connector = try servers.connector()
        for path in ["/reset-no-error", "/reset-internal-error", "/close", "/goaway"] {
            let url = try servers.url(.faulty, when + path)
            for _ in 0..<3 {
                switch await connector.failureKind(of: url) {
                case .cutOff(received: 4, expected: nil): break
                // Without a pause, libcurl may see the end before the body.
                case .cutOff(received: 0...3, expected: nil) where when.isEmpty: break
                case .noResponse where when.isEmpty: break
                case let kind: Issue.record("\(when)\(path): \(String(describing: kind))")
                }
            }
        }
    }

    @Test(.enabled(if: Libcurl.isUsableWithHTTP2))
    func aStreamThatEndsBeforeTheHeadIsNoResponse() async throws {
        let connector = try servers.connector()
        for path in ["/reset-no-error", "/reset-internal-error", "/close", "/goaway"] {
            #expect(await connector.failureKind(of: try servers.url(.faulty, "/no-head" + path)) == .noResponse)
        }
    }

    /// RFC 9113, section 8.7: the server has not processed these requests.
    @Test(
        .enabled(if: Libcurl.isUsableWithHTTP2), arguments: ["/refused", "/unprocessed"],
        [HTTPMethod.get, .put, .post, .patch])
    func unprocessedRequestIsSentAgain(path: String, method: HTTPMethod) async throws {
        let connector = try servers.connector()
        let bodies: [RequestBody?] = [
            nil, .data(Data(count: 5_000)), .data(Data(count: 1 << 20)), Self.stream(.multiple),
        ]
        for (number, body) in bodies.enumerated() where method != .get || body == nil {
            let url = try servers.url(.faulty, "\(path)/\(method)/\(number)/\(UUID())")

            let response = try await connector.response(to: Request(url: url, method: method, body: body))

            #expect(response.text == "part")
        }
    }

    @Test(.enabled(if: Libcurl.isUsableWithHTTP2), arguments: ["/refused", "/unprocessed"])
    func unprocessedRequestWithASpentBodyIsRefused(path: String) async throws {
        let config = ConnectionConfig(connector: try servers.connector(), policies: [Retry(backoff: .none)])
        let url = try servers.url(.faulty, "\(path)/\(UUID())")
        let request = Request(url: url, method: .post, body: Self.stream(.single))
        #expect(await kind(of: config.connector.failure(of: request)) == .refused)

        // A POST is retried, because the spec has a new body for each attempt.
        let again = try servers.url(.faulty, "\(path)/\(UUID())")
        let text = try await Connection(Upload(url: again.absoluteString), config: config).response()

        #expect(text == "part")
    }

    private struct Upload: ConnectionSpec {
        typealias ResponseModel = String
        let url: String
        var request: HTTP { HTTP(url).method(.post).body(CurlHTTP2Tests.stream(.single)) }
    }

    private static func stream(_ replay: BodyReplay) -> RequestBody {
        .stream(replay: replay) {
            AsyncStream { continuation in
                continuation.yield(Data(count: 5_000))
                continuation.finish()
            }
        }
    }

    /// A server that refuses again is overloaded. The recovery policy decides how long to wait.
    @Test(.enabled(if: Libcurl.isUsableWithHTTP2), arguments: [HTTPMethod.get, .post])
    func requestThatIsRefusedAgainFails(method: HTTPMethod) async throws {
        let connector = try servers.connector()
        let request = Request(url: try servers.url(.faulty, "/refused-twice/\(UUID())"), method: method)

        #expect(await kind(of: connector.failure(of: request)) == .refused)
        // It was sent twice.
        #expect(try await connector.response(to: request).text == "part")
    }

    @Test(.enabled(if: Libcurl.isUsableWithHTTP2), arguments: ["goaway", "late-goaway", "close"])
    func postAfterAnIdleConnectionHasEndedIsSent(how: String) async throws {
        let (connector, other) = (try servers.connector(), try servers.connector())
        for _ in 0..<3 {
            let id = UUID()
            #expect(try await connector.response(to: servers.url(.faulty, "/idle/\(how)/\(id)")).text == "part")
            _ = try await other.response(to: servers.url(.faulty, "/after/\(id)"))
            for body in [nil, RequestBody.data(Data("x".utf8)), Self.stream(.single)] {
                let request = Request(url: try servers.url(.faulty, "/processed"), method: .post, body: body)
                #expect(try await connector.response(to: request).text == "part")
            }
        }
    }

    /// RFC 9113, section 8.1.
    @Test(.enabled(if: Libcurl.isUsableWithHTTP2))
    func completeResponseMayPrecedeTheRequestEnd() async throws {
        let connector = try servers.connector()
        for path in ["/whole", "/late/whole", "/early", "/late/early"] {
            var request = Request(url: try servers.url(.faulty, path))
            if path.hasSuffix("early") { (request.method, request.body) = (.post, .data(Data(count: 4 << 20))) }

            #expect(try await connector.response(to: request).text == "part")
        }
    }

    /// Some of the bodies are larger than the flow control allows, and some never end.
    @Test(
        .enabled(if: Libcurl.isUsableWithHTTP2), arguments: [300, 302, 307, 399, 400, 503],
        ["length", "none", "empty", "reads", "reset"])
    func completeEarlyErrorEndsTheUpload(statusCode: Int, kind: String) async throws {
        // Without a limit, a transfer that does not end fails the test.
        let connector = try servers.connector { $0.idleTimeout = nil }
        let url = try servers.url(.faulty, "/early/\(statusCode)/\(kind)")
        let (waiting, parts) = AsyncStream.makeStream(of: Data.self)
        let (other, otherParts) = AsyncStream.makeStream(of: Data.self)
        for parts in [parts, otherParts] { parts.yield(Data(count: 10)) }
        // libcurl reads up to 1 MiB before it can send.
        let bodies: [RequestBody] = [
            .data(Data(count: 70_000)), .data(Data(count: 1_000_000)), .data(Data(count: 4 << 20)),
            .stream { AsyncStream { Data(count: 1 << 16) } }, .stream { waiting },
            .stream(length: 1 << 20) { other },
        ]
        for (number, body) in bodies.enumerated() {
            let response = try await connector.response(to: Request(url: url, method: .post, body: body))

            #expect(response.statusCode == statusCode, "\(number)")
            #expect(response.text == (kind == "empty" ? "" : "part"), "\(number)")
            #expect(try await connector.response(to: servers.url(.faulty, "/whole")).text == "part")
        }
    }

    /// Some versions of libcurl reset the stream themselves.
    @Test(.enabled(if: Libcurl.isUsableWithHTTP2), arguments: ["length", "none", "empty", "reads", "reset"])
    func completeEarlyErrorIsAResponseBesideOtherStreams(kind: String) async throws {
        let connector = try servers.connector { $0.idleTimeout = nil }
        let open = try await connector.execute(Request(url: servers.url(.faulty, "/open")))
        for size in [70_000, 2_000_000] {
            let request = Request(
                url: try servers.url(.faulty, "/early/503/\(kind)"), method: .post, body: .data(Data(count: size)))

            let response = try await connector.response(to: request)

            #expect(response.statusCode == 503)
            #expect(response.text == (kind == "empty" ? "" : "part"))
        }
        #expect(open.statusCode == 200)
    }

    @Test(.enabled(if: Libcurl.isUsableWithHTTP2)) func trailersArriveAfterTheBody() async throws {
        let response = try await servers.connector().response(to: servers.url(.faulty, "/trailers"))

        #expect(response.text == "part")
        #expect(response.trailers == ["x-checksum": "abc", "set-cookie": "a=b"])
        #expect(response.headers["X-Checksum"] == nil)
    }

    @Test func manyRequestsShareOneConnection() async throws {
        let connector = try servers.connector()

        let responses = try await responses(100, over: connector)

        #expect(Set(responses.map(\.text)) == Set((0..<100).map { "/\($0)" }))
        // HTTP/2 is not used with an old libcurl.
        #expect(Set(responses.map { $0.headers["X-Protocol"] }) == [Libcurl.knowsHTTP2 ? "HTTP/2.0" : "HTTP/1.1"])
        #expect(Set(responses.map { $0.metrics?.networkProtocol }) == [Libcurl.knowsHTTP2 ? "h2" : "http/1.1"])
        let connections = Set(responses.map { $0.headers["X-Connection"] }).count
        #expect(Libcurl.knowsHTTP2 ? connections == 1 : (1...8).contains(connections))
    }

    @Test func connectionWithoutHTTP2IsNotShared() async throws {
        let connector = try servers.connector { options in
            options.usesHTTP2 = false
            options.connectionsPerHost = 3
        }

        let responses = try await responses(100, over: connector)

        #expect(Set(responses.map(\.text)) == Set((0..<100).map { "/\($0)" }))
        #expect(Set(responses.map { $0.headers["X-Protocol"] }) == ["HTTP/1.1"])
        #expect((1...3).contains(Set(responses.map { $0.headers["X-Connection"] }).count))
    }

    @Test func cancelsDoNotAffectOtherRequests() async throws {
        let connector = try servers.connector()
        _ = try await responses(1, over: connector)

        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<600 {
                group.addTask {
                    var moments = SplitMix64(seed: UInt64(number))
                    let isCancelled = number.isMultiple(of: 2)
                    let task = Task { try await connector.response(to: servers.url(.secure, "/\(number)")) }
                    if isCancelled {
                        for _ in 0..<Int.random(in: 0..<200, using: &moments) { await Task.yield() }
                        task.cancel()
                    }
                    do {
                        return try await task.value.text
                    } catch is CancellationError where isCancelled {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(Set(texts).isSuperset(of: stride(from: 1, to: 600, by: 2).map { "/\($0)" }))
        await connector.counts { $0.running == 0 && $0.waiting == 0 }
        #expect(try await responses(20, over: connector).count == 20)
    }

    @Test func streamedUploadsDoNotAffectOtherRequests() async throws {
        let connector = try servers.connector()
        let file = servers.file("files/3m")
        let expected = try Data(contentsOf: file)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    for round in 0..<20 {
                        var request = Request(url: try servers.url(.secure, "/files/3m"))
                        if number.isMultiple(of: 2) {
                            request = Request(url: try servers.url(.secure, "/files/put-\(number)"), method: .put)
                            request.body =
                                round.isMultiple(of: 2)
                                ? try .file(file)
                                : .stream {
                                    AsyncStream { [expected] in
                                        $0.yield(expected); $0.finish()
                                    }
                                }
                        }
                        let response = try await connector.response(to: request)
                        #expect((200..<300).contains(response.statusCode))
                        #expect(request.method == .put || response.data == expected)
                    }
                }
            }
            try await group.waitForAll()
        }

        for number in stride(from: 0, to: 12, by: 2) {
            #expect(try Data(contentsOf: servers.file("files/put-\(number)")) == expected)
        }
    }

    @Test func pausedReaderBlocksNoOtherRequests() async throws {
        let connector = try servers.connector()
        _ = try await responses(20, over: connector)
        let stream = try await connector.execute(Request(url: servers.url(.secure, "/files/256m")))
        await connector.counts { $0.paused == 1 }

        let responses = try await responses(20, over: connector)

        #expect(responses.count == 20)
        var count = 0
        for try await chunk in stream.body { count += chunk.count }
        #expect(count == 256 << 20)
    }
}

extension Libcurl {
    /// Whether the loaded library is used with HTTP/2.
    static var isUsableWithHTTP2: Bool { (try? load()) != nil && knowsHTTP2 }
}
