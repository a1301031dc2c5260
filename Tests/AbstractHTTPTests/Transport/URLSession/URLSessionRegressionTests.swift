import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Cases that trapped, hung, or corrupted data with URLSession on Linux, one test each. Storms of cancels, memory, and
/// HTTP/2 are in ``TransportLoadTests`` and in `Tests/Scripts/http2-redirects`.
@Suite(.tags(.libcurl), .timeLimit(.minutes(5))) struct URLSessionRegressionTests {
    let config = ConnectionConfig(connector: TestConnector.make())

    @Test(arguments: [307, 308])
    func aRedirectThatKeepsTheMethodKeepsTheBody(statusCode: Int) async throws {
        let server = try LoopbackServer { request in .text(String(decoding: request.body, as: UTF8.self)) }
        try await withTemporaryFile(Data("body".utf8)) { url in
            let stream = RequestBody.stream(replay: .multiple) { chunks("bo", "dy") }
            for body in [RequestBody.data(Data("body".utf8)), try .file(url), stream] {
                server.enqueue(.redirect(to: "/next", statusCode: statusCode))

                let text = try await HTTP(server.url).method(.post).body(body).asString(config: config).response()

                #expect(text == "body")
            }
        }
        #expect(server.requests.map(\.method) == Array(repeating: .post, count: 6))
        #expect(server.requests.map(\.body) == Array(repeating: Data("body".utf8), count: 6))
    }

    @Test func oneShotBodyStopsTheRedirect() async throws {
        let server = try LoopbackServer()
        server.enqueue(.redirect(to: "/next", statusCode: 307))
        let body = RequestBody.stream { chunks("once") }

        let error = await failure(of: HTTP(server.url).method(.post).body(body).asString(config: config))

        #expect(error?.type == .redirect)
        #expect(error?.underlying as? RedirectError == .bodyAlreadySent)
        #expect(server.requests.count == 1)
    }

    @Test func credentialsDoNotGoToAnotherServer() async throws {
        let other = try LoopbackServer { _ in .text("other") }
        let server = try LoopbackServer { request in
            request.path == "/away" ? .redirect(to: other.url) : .redirect(to: "/away")
        }
        let headers = ["Authorization": "Bearer x", "Cookie": "a=b", "Proxy-Authorization": "Basic y", "X-Mine": "z"]

        _ = try await HTTP(server.url).headers(headers).asString(config: config).response()

        for request in server.requests {
            for (name, value) in headers { #expect(request.headers[name] == value) }
        }
        let names = ["Authorization", "Cookie", "Proxy-Authorization", "X-Mine"]
        #expect(names.map { other.requests.first?.headers[$0] } == [nil, nil, nil, "z"])
    }

    @Test func retryAfterA401HasOnlyItsOwnBody() async throws {
        let server = try LoopbackServer { request in .text(request.headers["Authorization"] ?? "") }
        var challenge = LoopbackResponse.text("who are you", statusCode: 401)
        challenge.headers["WWW-Authenticate"] = "Basic realm=\"x\""
        server.enqueue(challenge)

        let text = try await Connection(SecondTimeLucky(url: server.url), config: config)
            .addPolicy(Recovering(.restart())).response()

        #expect(text == "Basic second")
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Basic first", "Basic second"])
    }

    /// libcurl passes the bytes on.
    @Test(.enabled(if: !TestConnector.isCurl)) func aHeaderByteThatIsNotUTF8IsAClearError() async throws {
        let server = try LoopbackServer()
        let head = Data("HTTP/1.1 200 OK\r\nX-Latin: ".utf8) + [0xE4] + Data("\r\nContent-Length: 0\r\n\r\n".utf8)
        server.enqueue(LoopbackResponse(body: .raw(head)))

        let error = await failure(of: HTTP(server.url).asString(config: config))

        #expect((error?.underlying as? TransportError)?.kind == .malformedResponse)
        #expect(error?.description.contains("or is not UTF-8; use the connector .libcurl()") == true)
    }

    /// libcurl sends a request again if a kept connection is lost before the response. Foundation cannot rewind the
    /// body, and would send the rest of it.
    @Test(arguments: [100, 3_000_000])
    func partlySentBodyIsNotResent(size: Int) async throws {
        let server = try LoopbackServer { request in .text("\(request.body.count)") }
        let post = HTTP(server.url).method(.post).body(Data(count: size))
        _ = try await HTTP(server.url).asString(config: config).response()
        server.enqueue(.text("lost").failing(.close, at: .responseHead))

        let error = await failure(of: post.asString(config: config))

        #expect(error?.type == .network)
        #expect((error?.underlying as? TransportError)?.kind == .noResponse)
        #expect(server.requests.map(\.bodyLength) == [0, size])
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func nonIdempotentRequestIsNotSentTwice(method: HTTPMethod) async throws {
        let server = try LoopbackServer { request in .text("\(request.method)") }
        _ = try await HTTP(server.url).asString(config: config).response()
        server.enqueue(.text("lost").failing(.close, at: .responseHead))

        let error = await failure(of: HTTP(server.url).method(method).asString(config: config))

        #expect((error?.underlying as? TransportError)?.kind == .noResponse)
        #expect(server.requests.map(\.method) == [.get, method])
    }

    @Test func aReaderThatStopsForAWhileGetsEveryByteOnce() async throws {
        let size = 12 << 20
        let data = Data((0..<size).lazy.map { UInt8(truncatingIfNeeded: $0 >> 8) })
        let server = try LoopbackServer { request in request.path == "/large" ? .init(data: data) : .text("ok") }
        let stream = try await HTTP(server.url + "/large").asStream(config: config).response()
        // Meanwhile, the surplus goes to the file and other requests are answered.
        for _ in 0..<20 { #expect(try await HTTP(server.url).asString(config: config).response() == "ok") }

        var received = Data()
        for try await chunk in stream.body { received += chunk }

        #expect(received == data)
        #expect(server.requests.count { $0.path == "/large" } == 1)
    }
}

/// Has different credentials each time it is read.
private final class SecondTimeLucky: ConnectionSpec {
    typealias ResponseModel = String
    let url: String
    private var reads = 0

    init(url: String) {
        self.url = url
    }

    var headers: [String: String] {
        reads += 1
        return ["Authorization": reads == 1 ? "Basic first" : "Basic second"]
    }
}
