import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContentDigestTests {
    /// Returns the field of the request that the connector gets.
    private func field(_ body: RequestBody?, _ headers: [String: String] = [:]) async throws -> String? {
        let connector = MockConnector { request in
            Response(statusCode: 200, data: Data((request.headers["Content-Digest"] ?? "none").utf8))
        }
        let config = ConnectionConfig(connector: connector, middleware: [ContentDigest()])
        var http = HTTP("https://example.com/").method(.post).headers(headers)
        if let body { http = http.body(body) }
        return try await http.asString(config: config).response()
    }

    /// RFC 9530, appendix B.
    @Test func contentDigestMatchesTheStandard() async throws {
        let value = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"
        let data = Data("{\"hello\": \"world\"}\n".utf8)
        let stream = RequestBody.stream(replay: .multiple) {
            AsyncStream { continuation in
                for byte in data { continuation.yield(Data([byte])) }
                continuation.finish()
            }
        }

        #expect(try await field(.data(data)) == value)
        #expect(try await field(stream) == value)
        #expect(try await ContentDigest.value(of: .data(data)) == value)
    }

    @Test func otherRequestsAreSentUnchanged() async throws {
        let once = RequestBody.stream { AsyncStream { $0.finish() } }

        #expect(try await field(nil) == "none")
        #expect(try await field(once) == "none")
        #expect(try await field(.data(Data("a".utf8)), ["Content-Digest": "own"]) == "own")
    }

    /// RFC 9421, section B.2.5.
    @Test func signatureMatchesTheStandard() throws {
        let secret =
            "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
        let key = HMACKey(try #require(Data(base64Encoded: secret)))
        let base = """
            "date": Tue, 20 Apr 2021 02:07:55 GMT
            "@authority": example.com
            "content-type": application/json
            "@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"
            """
        let signature = key.signature(of: base.utf8)

        #expect(signature.base64EncodedString() == "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=")
        #expect(key.isValid(signature, of: base.utf8))
        #expect(!key.isValid(signature.dropLast(), of: base.utf8))
        #expect(!key.isValid(signature, of: "other".utf8))
    }
    /// An attacker who measures the time could otherwise find the signature byte by byte. Only the length of what he
    /// sends decides how many bytes are read.
    @Test func comparisonReadsAllBytesWhereverTheyDiffer() {
        let key = HMACKey("secret".utf8)
        let right = Array(key.signature(of: "message".utf8))
        for place in right.indices {
            var wrong = right
            wrong[place] ^= 1
            let read = LockedValue(0)

            #expect(!key.isValid(CountedBytes(bytes: wrong, read: read), of: "message".utf8))
            #expect(read.withLock { $0 } == 33, "the bytes and the end")
        }
        for (bytes, expected) in [(right, 33), (right + right, 33), (Array(right.dropLast(2)), 31), ([], 1)] {
            let read = LockedValue(0)

            #expect(key.isValid(CountedBytes(bytes: bytes, read: read), of: "message".utf8) == (bytes == right))
            #expect(read.withLock { $0 } == expected)
        }
    }
}

/// Bytes that count how often the next one is requested.
private struct CountedBytes: Sequence {
    struct Iterator: IteratorProtocol {
        var bytes: IndexingIterator<[UInt8]>
        let read: LockedValue<Int>

        mutating func next() -> UInt8? {
            read.withLock { $0 += 1 }
            return bytes.next()
        }
    }

    let bytes: [UInt8]
    let read: LockedValue<Int>

    func makeIterator() -> Iterator { Iterator(bytes: bytes.makeIterator(), read: read) }
}
