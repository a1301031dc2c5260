import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Trailers over HTTP/1.1 (RFC 9112, section 7.1.2; RFC 9110, section 6.5).
@Suite(.timeLimit(.minutes(5))) struct CurlTrailerTests {
    private static func response(_ trailers: String, _ fields: String = "", _ body: String = "body") -> LoopbackResponse
    {
        .raw(
            "HTTP/1.1 200 OK\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n"
                + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\(trailers)\r\n")
    }

    @Test func trailersOfAStreamArriveWithTheEndOfItsBody() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(clock: clock)
        // The trailers come a second after the head.
        server.enqueue(Self.response("X-Checksum: 1\r\n").throttled(to: 60, per: .seconds(1)))
        let url = try #require(URL(string: server.url))
        let connector = try CurlConnector()
        let stream = try await connector.execute(Request(url: url))
        #expect(stream.trailers.isEmpty)

        async let response = stream.collected(limit: 100, for: Request(url: url))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))

        #expect(try await response.text == "body")
        #expect(try await response.trailers == ["X-Checksum": "1"])
        #expect(stream.trailers == ["X-Checksum": "1"])
        withExtendedLifetime(connector) {}
    }

    @Test func trailersOfAResponseAreItsOwn() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("X-A: 1\r\nx-a: 2\r\nX-B:3\r\n"), .text("next"))
        let config = ConnectionConfig(connector: pair.connector)

        let first = try await HTTP(pair.server.url).asResponse(config: config).response()
        let next = try await HTTP(pair.server.url).asResponse(config: config).response()

        #expect(first.trailers.values(for: "X-A") == ["1", "2"])
        #expect(first.trailers["X-B"] == "3")
        #expect(first.headers["X-A"] == nil)
        #expect(next.trailers.isEmpty)
    }

    @Test func trailersOfADownloadArrive() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("X-Checksum: 1\r\n"))
        let target = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        let config = ConnectionConfig(connector: pair.connector)

        let file = try await HTTP(pair.server.url).download(to: target, config: config).response()

        #expect(try String(contentsOf: target, encoding: .utf8) == "body")
        #expect(file.response.trailers == ["X-Checksum": "1"])
    }

    /// Newer versions of libcurl, such as 8.23, refuse it.
    @Test func foldedTrailerIsOneFieldOrMalformed() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("X-A: a\r\n b\r\n"))

        do {
            #expect(try await pair.send().trailers == ["X-A": "a b"])
        } catch let error as TransportError {
            #expect(error.kind == .malformedResponse)
        }
    }

    @Test func trailersOfAnEncodedBodyArrive() async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11EoycgsVgCi5PzcgqLU4uLUFIX8vORUAC+xrf0eAAAA"))
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        let pair = try Pair()
        pair.server.enqueue(
            LoopbackResponse(
                body: .raw(
                    Data("\(head)\(String(gzip.count, radix: 16))\r\n".utf8) + gzip
                        + Data("\r\n0\r\nX-Checksum: 1\r\n\r\n".utf8))))

        let response = try await pair.send()

        #expect(response.text.hasPrefix("hello"))
        #expect(response.trailers == ["X-Checksum": "1"])
    }

    @Test func trailersChangeNothingElse() async throws {
        let pair = try Pair()
        let trailers = """
            Content-Length: 1\r
            Content-Encoding: gzip\r
            Transfer-Encoding: gzip\r
            Connection: close\r
            Cache-Control: max-age=100\r
            Set-Cookie: a=b\r
            Location: /elsewhere\r
            WWW-Authenticate: Basic realm="r"\r

            """
        pair.server.enqueue(Self.response(trailers, "Date: Thu, 26 Nov 2026 00:00:00 GMT\r\n"))
        var config = ConnectionConfig(connector: pair.connector)
        config.cache = HTTPCache()

        let first = try await HTTP(pair.server.url + "/a").asResponse(config: config).response()
        let second = try await HTTP(pair.server.url + "/a").asResponse(config: config).response()

        #expect(first.text == "body")
        #expect(first.trailers["Cache-Control"] == "max-age=100")
        // It was not stored.
        #expect(second.text == "/a")
        #expect(pair.server.requests.count == 2)
    }

    @Test func trailersSetNoCookiesAndAskForNoCredentials() async throws {
        let pair = try Pair()
        let trailers = "Set-Cookie: a=b\r\nWWW-Authenticate: Basic realm=\"r\"\r\n"
        for status in ["200 OK", "401 Unauthorized"] {
            pair.server.enqueue(
                .raw("HTTP/1.1 \(status)\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\(trailers)\r\n"))
        }
        let jar = CookieJar()
        var config = ConnectionConfig(connector: pair.connector)
        config.baseURL = pair.server.url
        config.cookieJar = jar
        config.authenticator = Authenticator(user: "ada", password: "secret", schemes: ["Basic"])

        let response = try await HTTP("/").asResponse(config: config).response()
        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("/").asString(config: config).response()
        }

        #expect(response.trailers["Set-Cookie"] == "a=b")
        #expect(error?.response?.trailers.fields(for: "WWW-Authenticate").count == 1)
        #expect(jar.cookies.isEmpty)
        #expect(pair.server.requests.map { $0.headers["Authorization"] } == [nil, nil])
    }

    @Test func trailerOfARedirectIsNoLocation() async throws {
        let pair = try Pair()
        pair.server.enqueue(
            .raw(
                "HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nLocation: /elsewhere\r\n\r\n"
            ))

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(pair.server.url).asString(config: ConnectionConfig(connector: pair.connector)).response()
        }

        #expect(error?.response?.statusCode == 302)
        #expect(pair.server.requests.map(\.path) == ["/"])
    }

    /// A cache may leave trailers out (RFC 9111, section 3.1).
    @Test func storedResponseHasNoTrailers() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response("X-Checksum: 1\r\n", "Cache-Control: max-age=100\r\n"))
        var config = ConnectionConfig(connector: pair.connector)
        config.cache = HTTPCache()

        let first = try await HTTP(pair.server.url).asResponse(config: config).response()
        let second = try await HTTP(pair.server.url).asResponse(config: config).response()

        #expect(first.trailers == ["X-Checksum": "1"])
        #expect(second.text == "body")
        #expect(second.trailers.isEmpty)
        #expect(pair.server.requests.count == 1)
    }

    @Test func logShowsTrailersWithoutSecrets() async throws {
        let pair = try Pair()
        for _ in 0..<2 { pair.server.enqueue(Self.response("X-Checksum: 1\r\nSet-Cookie: secret=1\r\n")) }
        let lines = LockedValue<[String]>([])
        var config = ConnectionConfig(connector: pair.connector)
        config.log = { line in lines.withLock { $0.append(line) } }

        _ = try await HTTP(pair.server.url).asResponse(config: config).response()
        let whole = lines.withLock { $0 }
        let stream = try await HTTP(pair.server.url).asStream(config: config).response()
        for try await _ in stream.body {}
        await until { lines.withLock { $0.last?.contains("end") == true } }
        let streamed = lines.withLock { $0.dropFirst(whole.count) }

        for lines in [whole, Array(streamed)] {
            #expect(lines.filter { $0.contains("X-Checksum: 1") }.count == 1)
            #expect(lines.contains { $0.contains("Set-Cookie: REDACTED") })
            #expect(!lines.contains { $0.contains("secret=1") })
        }
    }
}
