import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// If one of these fails, URLSession has improved, and `Documentation/Connectors.md` is out of date.
#if canImport(FoundationNetworking)
    @Suite(.timeLimit(.minutes(5))) struct URLSessionLimitsTests {
        @Test(arguments: ConformanceCase.brokenByURLSession)
        func urlSessionStillBreaksTheRule(name: String) async throws {
            let rule = try #require(ConformanceCase.all.first { $0.name == name })

            await #expect(throws: ConformanceFailure.self) {
                try await rule.check(DefaultHTTPConnector())
            }
        }

        @Test(arguments: ConformanceCase.fatalToURLSession)
        func ruleStillCrashesURLSession(name: String) async {
            await #expect(processExitsWith: .failure) { [name] in try await Self.check(name) }
        }

        @Test func addressOfIPv6IsRefusedWithAdvice() async throws {
            let url = try #require(URL(string: "http://[::1]:1/"))

            let error = await #expect(throws: TransportError.self) {
                try await DefaultHTTPConnector().execute(Request(url: url))
            }

            #expect(error?.kind == .unsupported)
            #expect(error?.message.contains("use a host name, or the connector .libcurl()") == true)
            #expect((error?.underlying as? URLError)?.code == .badURL)
        }

        @Test(arguments: [Data("X-Close:value".utf8), Data("X-Blank: \t ".utf8), Data("X-Latin: caf".utf8) + [0xE9]])
        func refusedFieldHasAdvice(line: Data) async throws {
            let message = Data("HTTP/1.1 200 OK\r\n".utf8) + line + Data("\r\n\r\nbody".utf8)
            let server = try LoopbackServer { _ in LoopbackResponse(body: .raw(message)) }
            let url = try #require(URL(string: server.url))

            let error = await #expect(throws: TransportError.self) {
                try await DefaultHTTPConnector().execute(Request(url: url))
            }

            #expect(error?.kind == .malformedResponse)
            #expect(error?.message.hasSuffix("use the connector .libcurl()") == true)
        }

        @Test func bodyAfterAnEarlySuccessToExpectIsNotSent() async throws {
            let server = try LoopbackServer()
            server.enqueue(.text("early").early())
            let url = try #require(URL(string: server.url))
            let request = Request(
                url: url, method: .put, headers: ["Expect": "100-continue"], body: .data(Data(count: 200_000)))

            let connector = DefaultHTTPConnector()
            let early = try await connector.execute(request).collected(limit: 100, for: request)
            server.enqueue(.text("next"))
            let next = try await connector.execute(Request(url: url)).collected(limit: 100, for: request)

            #expect(early.text == "early")
            #expect(next.text == "next")
            // The server still waits for the body.
            #expect(server.requests.map(\.method) == [.get])
        }

        /// 1 GiB of zeros, compressed twice. The other request is for another server.
        @Test func bodyThatIsCompressedTwiceBlocksOtherRequests() async throws {
            let script = """
                import base64, zlib
                inner, outer = zlib.compressobj(1, wbits=31), zlib.compressobj(9, wbits=31)
                data = b"".join(outer.compress(inner.compress(bytes(1 << 20))) for _ in range(1 << 10))
                print(base64.b64encode(data + outer.compress(inner.flush()) + outer.flush()).decode(), end="")
                """
            let outcome = try await Command.outcome(of: ["python3", "-c", script])
            let file = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
            try #require(Data(base64Encoded: outcome.output), "\(outcome.errors)").write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }

            await #expect(processExitsWith: .success) { [path = file.path as String] in
                // Other work of the machine can make every request slow. One measurement without it is enough.
                for _ in 0..<5 {
                    let (blocked, free) = try await Self.timesDuringAndAfterABomb(at: path)
                    if blocked > free * 10 { exit(EXIT_SUCCESS) }
                }
                exit(EXIT_FAILURE)
            }
        }

        private static func timesDuringAndAfterABomb(at path: String) async throws -> (Duration, Duration) {
            let bomb = try Data(contentsOf: URL(filePath: path))
            let server = try LoopbackServer { _ in
                LoopbackResponse(headers: ["Content-Encoding": "gzip, gzip"], data: bomb)
            }
            let other = try LoopbackServer { .text($0.path) }
            var config = ConnectionConfig(connector: DefaultHTTPConnector())
            config.maximumResponseBytes = 1_000
            let bombed = HTTP(server.url).asData(config: config)
            let reading = Task { try? await bombed.response() }
            await server.waitForRequests(1)
            let blocked = try await time(of: other, config)
            _ = await reading.value
            var free: [Duration] = []
            for _ in 0..<3 { free.append(try await time(of: other, config)) }
            return (blocked, free.sorted()[1])
        }

        private static func time(of server: LoopbackServer, _ config: ConnectionConfig) async throws -> Duration {
            let start = ContinuousClock.now
            _ = try await HTTP(server.url).asString(config: config).response()
            return .now - start
        }

        /// Ends the process normally, whatever the result of the rule, unless it traps.
        private static func check(_ name: String) async throws {
            let rule = ConformanceCase.all.first { $0.name == name }
            try? await rule?.check(DefaultHTTPConnector(), limit: .seconds(90))
            exit(0)
        }
    }
#endif
