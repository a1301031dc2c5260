import AbstractHTTP
import AbstractHTTPTesting
import Testing

@testable import AbstractHTTPCurl

/// The rules for connectors, over libcurl.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CurlConformanceTests {
    @Test(arguments: ConformanceCase.all.filter(\.isKeptByLibcurl))
    func libcurlKeepsTheRule(_ rule: ConformanceCase) async throws {
        try await rule.check(CurlConnector(), limit: .seconds(90))
    }

    /// As on systems without epoll.
    @Test(arguments: ConformanceCase.all.filter(\.isKeptByLibcurl))
    func libcurlKeepsTheRuleWithoutEpoll(_ rule: ConformanceCase) async throws {
        try await rule.check(CurlConnector { $0.usesPoll = true }, limit: .seconds(90))
    }

    /// If this fails, libcurl has become stricter, and the list must become shorter.
    @Test(arguments: ConformanceCase.all.filter { !$0.isKeptByLibcurl })
    func libcurlStillBreaksTheRule(_ rule: ConformanceCase) async throws {
        await #expect(throws: ConformanceFailure.self) { try await rule.check(CurlConnector(), limit: .seconds(90)) }
    }
}
