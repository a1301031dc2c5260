import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Servers that send anything. The result is a response or an error, and a request to another server is answered.
@Suite(.timeLimit(.minutes(5))) struct CurlMalformedTests {
    private static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-One: 1\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Two\r\n\r\n5;a=b\r\nhello\r\n0\r\nX-Two: 2\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 30\r\n\r\n\u{1F}\u{8B}\u{8}zzzzzzzzzzzzzzzzzzzzzz",
        "HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b; Path=/\r\nConnection: keep-alive, close\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\0\0\0",
        "HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n folded\r\n\r\nrest",
        "HTTP/2 200\r\ncontent-length: 18446744073709551616\r\n\r\n",
    ]

    @Test(arguments: responses) func mutatedResponseBytesNeverTrap(response: String) async throws {
        let pair = try Pair { $0.idleTimeout = .seconds(90) }
        var random = SplitMix64(seed: 18)

        for _ in 0..<100 {
            pair.server.enqueue(LoopbackResponse(body: .raw(Self.mutated(Data(response.utf8), &random))))
            let body = RequestBody.data(Data("body".utf8))
            let request = try pair.request("/", Bool.random(using: &random) ? .get : .put, body: body)
            if let error = await pair.failure(of: request) { #expect(error is TransportError, "\(error)") }
        }

        // The server itself may have sent surplus bytes, which are taken for the next response.
        let other = try LoopbackServer { .text($0.path) }
        let url = try #require(URL(string: other.url + "/last"))
        #expect(try await pair.connector.response(to: Request(url: url)).text == "/last")
    }

    /// libcurl 7.88 ends the process at such a line if an earlier response left fields in its handle.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n Date: x\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\n\tDate: x\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 100 Continue\r\n Date: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n Date: x\r\nContent-Length: 2\r\n\r\nok",
    ])
    func foldedFirstFieldIsMalformed(response: String) async throws {
        let pair = try Pair(answer: { $0.path == "/bad" ? .raw(response) : .raw(Self.good) })

        for _ in 0..<20 {
            #expect(try await pair.send("/good").text == "ok")
            #expect(kind(of: await pair.failure(of: try pair.request("/bad"))) == .malformedResponse)
        }
    }

    @Test func foldedFirstTrailerEndsNoProcess() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        let pair = try Pair(answer: {
            $0.path == "/bad" ? .raw(head + "2\r\nok\r\n0\r\n folded\r\n\r\n") : .raw(Self.good)
        })

        for _ in 0..<20 {
            #expect(try await pair.send("/good").text == "ok")
            if let error = await pair.failure(of: try pair.request("/bad")) { #expect(error is TransportError) }
        }
    }

    private static let good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Last: value\r\n\r\nok"

    @Test func longTrailersAreMalformed() async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response(trailers: 10), Self.response(trailers: 400))

        #expect(try await pair.send().text == "hello")
        #expect(kind(of: await pair.failure(of: try pair.request())) == .malformedResponse)

        // libcurl would keep the trailers with the handle.
        #expect(await pair.connector.counts { $0.running == 0 }?.spareHandles == 0)
    }

    /// libcurl calls this a lack of memory.
    @Test func longTrailerIsMalformed() async throws {
        let pair = try Pair()
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
        pair.server.enqueue(.raw("\(head)X: \(String(repeating: "x", count: 5_000))\r\n\r\n"))

        let error = await pair.failure(of: try pair.request()) as? TransportError

        #expect(error?.kind == .malformedResponse)
        #expect(error?.message == "a trailer is longer than libcurl accepts")
    }

    /// A response with trailers of 1 KiB each.
    private static func response(trailers count: Int) -> LoopbackResponse {
        let trailers = (0..<count).map { "X-\($0): \(String(repeating: "x", count: 1_024))\r\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        return .raw("\(head)5\r\nhello\r\n0\r\n\(trailers)\r\n")
    }

    /// libcurl decodes these codings, and does not notice that the gzip data is cut off.
    @Test(arguments: ["gzip, chunked", "GZip,chunked", "chunked, x-gzip", "\r\n gzip, chunked"])
    func unwantedTransferCodingIsMalformed(coding: String) async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11EoycgsVgCi5PzcgqLU4uLUFIX8vORUAC+xrf0eAAAA"))
        let pair = try Pair()
        pair.server.enqueue(Self.response(gzip.dropLast(12), coding: coding))

        #expect(kind(of: await pair.failure(of: try pair.request())) == .malformedResponse)
    }

    /// Versions of libcurl report these with different codes, or read them in their own way.
    @Test(arguments: [
        "Transfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nx\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n11111111111111111\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding\t: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Content-Length : 2\r\n\r\nok and more", "Content-Encoding : gzip\r\n\r\nok",
        "Content-Length: 1\r\n 0\r\n\r\n0123456789", "Content-Length: 1\r\n\t0\r\n\r\n0123456789",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\ngarbage\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: a\u{0}b\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nHTTP/1.1 200 OK\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nHTTP/1.1 200 a:b\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n: 1\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T : 1\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n X: folded\r\n\r\n",
    ])
    func brokenFramingIsMalformed(message: String) async throws {
        let pair = try Pair()
        pair.server.enqueue(.raw("HTTP/1.1 200 OK\r\n" + message))

        #expect(kind(of: await pair.failure(of: try pair.request())) == .malformedResponse)
        #expect(try await pair.send("/next").text == "/next")
    }

    /// The server waits, so only the connector can end the exchange, and the connection.
    @Test(arguments: [
        "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\nok\r\n", "Transfer-Encoding: foo\r\n\r\nok",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\nok\r\n",
        "Transfer-Encoding : chunked\r\n\r\n2\r\nok\r\n", "Content-Length : 2\r\n\r\nok",
        "Content-Length: 1\r\nContent-Length: 2\r\n\r\nok", "Content-Length: 1\r\n 0\r\n\r\n0123456789",
        "Content-Encoding : gzip\r\n\r\nok",
    ])
    func faultOfTheHeadFailsAtOnceAndClosesTheConnection(message: String) async throws {
        let pair = try Pair()
        pair.server.enqueue(.raw("HTTP/1.1 200 OK\r\n" + message).failing(.stall, at: .end))

        #expect(kind(of: await pair.failure(of: try pair.request())) == .malformedResponse)
        await until { pair.server.openConnectionCount == 0 }

        #expect(try await pair.send("/next").text == "/next")
        #expect(pair.server.connectionCount == 2)
    }

    /// Newer versions of libcurl put the lines together before the connector sees them.
    @Test(arguments: [
        ("Transfer-Encoding:\r\n chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", "Transfer-Encoding"),
        ("Content-Length:\r\n 2\r\n\r\nok and more", "Content-Length"),
        ("Content-Encoding:\r\n\tidentity\r\n\r\nok", "Content-Encoding"),
    ])
    func foldedFramingFieldIsReadOrMalformed(message: String, name: String) async throws {
        let pair = try Pair()
        pair.server.enqueue(.raw("HTTP/1.1 200 OK\r\n" + message))

        do {
            #expect(try await pair.send().text == "ok")
            #expect(!Libcurl.version.hasPrefix("7."), "This version does not put the lines together.")
        } catch let error as TransportError {
            #expect(error.kind == .malformedResponse)
            #expect(error.message.contains(name))
        }
    }

    /// libcurl could answer this challenge, so the connector decides later whether it is the response.
    @Test func ambiguousChallengeOfAProxyClosesItsConnection() async throws {
        let proxy = try LoopbackServer { _ in
            let chunks = AsyncStream { continuation in
                continuation.yield(Data("body".utf8))
                continuation.finish()
            }
            let headers: HTTPHeaders = ["Proxy-Authenticate": "Bearer", "Content-Length": "4"]
            return LoopbackResponse(statusCode: 407, headers: headers, body: .chunks(chunks))
        }
        let connector = try CurlConnector {
            $0.proxy = .http(
                host: "127.0.0.1", port: proxy.port, user: "ada", password: "secret", authentication: .digest)
        }
        let url = try #require(URL(string: "http://api.example.com/"))

        for _ in 0..<2 { #expect(try await connector.response(to: Request(url: url)).text == "body") }

        #expect(proxy.connectionCount == 2)
    }

    @Test func upgradeThatWasAskedForIsAResponse() async throws {
        let pair = try Pair()
        let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
        for _ in 0..<2 { pair.server.enqueue(.raw(head + "echo")) }
        var request = try pair.request()

        let error = await pair.failure(of: request)
        #expect(kind(of: error) == .malformedResponse)
        #expect((error as? TransportError)?.message.contains("Switching Protocols") == true)

        request.headers = ["Connection": "Upgrade", "Upgrade": "echo"]
        let response = try await pair.response(to: request)
        #expect(response.statusCode == 101)
        #expect(response.text == "echo")
    }

    @Test(arguments: ["chunked", "Chunked", "\tCHUNKED "])
    func chunkedIsTheUsualTransferCoding(coding: String) async throws {
        let pair = try Pair()
        pair.server.enqueue(Self.response(Data("hello".utf8), coding: coding))

        #expect(try await pair.send().text == "hello")
    }

    /// A response with a body of one chunk.
    private static func response(_ chunk: Data, coding: String) -> LoopbackResponse {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: \(coding)\r\n\r\n"
        let size = String(chunk.count, radix: 16) + "\r\n"
        return LoopbackResponse(body: .raw(Data((head + size).utf8) + chunk + Data("\r\n0\r\n\r\n".utf8)))
    }

    private static func mutated(_ data: Data, _ random: inout SplitMix64) -> Data {
        var bytes = [UInt8](data)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 1 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 2 where index < bytes.count: bytes.removeSubrange(index..<min(bytes.count, index + 4))
            case 3: bytes.insert(contentsOf: bytes.prefix(index), at: index)
            case 4: bytes.removeSubrange(index...)
            default: break
            }
        }
        return Data(bytes)
    }
}
