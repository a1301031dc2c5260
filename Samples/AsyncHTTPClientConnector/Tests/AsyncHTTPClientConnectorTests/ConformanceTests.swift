import AbstractHTTP
import AbstractHTTPTesting
import AsyncHTTPClientConnector
import Testing

/// The rules for connectors, over AsyncHTTPClient.
@Suite struct ConformanceTests {
    /// What AsyncHTTPClient does otherwise, and no connector over it can mend.
    static let brokenByAsyncHTTPClient = [
        "an escaped path is sent as it is written",  // It cannot send what is not valid UTF-8 when it is unescaped.
        "1,000 header fields arrive",  // It takes 80 KiB of them at most.
        "the same length twice is one length",  // It takes that for an error.
        "the same length in a list is one length",  // It takes that for an error.
        "br is decoded",  // It knows gzip and deflate.
        "two gzip members form one body",  // It takes the second one for an error.
        "a value that is not UTF-8 is read as Latin-1",  // It replaces the bytes.
        // It reads chunks only if `chunked` is the last coding, once, and does not report other codings.
        "an unknown transfer coding is an error", "the transfer coding chunked, chunked is an error",
        "the transfer codings chunked and identity are an error",
        "a connection is not reused after HTTP/1.0 and Transfer-Encoding",  // It uses it again.
    ]

    /// AsyncHTTPClient does not look at a kept connection before it sends a request. If its event loop has not noticed
    /// what happened to the connection yet, the request is lost, or gets a response that nobody asked for.
    static func isKeptInTime(_ rule: ConformanceCase) -> Bool {
        rule.name.hasPrefix("a kept connection that ends ")
            || rule.name == "a response that nobody asked for answers no request"
    }

    @Test(arguments: ConformanceCase.all.filter { !brokenByAsyncHTTPClient.contains($0.name) && !isKeptInTime($0) })
    func theRuleIsKept(_ rule: ConformanceCase) async throws {
        try await rule.check(AsyncHTTPClientConnector(), limit: .seconds(90))
    }

    /// When this fails, the list has become shorter.
    @Test(arguments: ConformanceCase.all.filter { brokenByAsyncHTTPClient.contains($0.name) })
    func theRuleIsNotKept(_ rule: ConformanceCase) async throws {
        await #expect(throws: ConformanceFailure.self) {
            try await rule.check(AsyncHTTPClientConnector(), limit: .seconds(90))
        }
    }
}
