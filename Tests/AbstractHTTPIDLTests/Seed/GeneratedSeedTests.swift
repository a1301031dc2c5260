import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import TestSupport
import Testing

/// The first chapter of seed 000: the code generated from its file, over the loopback server.
@Suite(.tags(.threadSanitizer, .libcurl)) @MainActor struct GeneratedSeedTests {
    private let server: LoopbackServer

    init() throws {
        TestConnector.becomeDefault()
        server = try LoopbackServer { _ in .json(#"{"x": 9223372036854775807, "xx": 0.5, "xxx": "nobody asked"}"#) }
    }

    private func request() -> GetMyExampleRequest {
        let request = GetMyExampleRequest()
        request.configuration.baseURLString = server.url
        return request
    }

    @Test func aRequestIsSentWithCallbacks() async throws {
        let received = Promise<GetMyExampleResponse>()

        let request = request()
        request.t1 = 123
        request.t2 = "while my guitar gently weeps"
        request.send(completion: { (response) in
            //handle GetMyExampleResponse
            received.fulfill(response)
        }) { (error) in
            //handle error
            Issue.record(error)
        }

        let response = await received.value()
        #expect(response.x1 == .max && response.x2 == 0.5 && response.rawResponse.statusCode == 200)
        #expect(server.requests.map(\.target) == ["/my/example?t=123&tt=while%20my%20guitar%20gently%20weeps"])
        #expect(server.requests.map(\.method) == [.get])
    }

    @Test func aRequestIsAwaited() async throws {
        let request = request()
        request.t1 = -1

        let response = try await request.send()

        #expect(response.x1 == .max && response.x2 == 0.5)
        #expect(server.requests.map(\.target) == ["/my/example?t=-1"])
    }

    @Test func rawResponseCanBeReceived() async throws {
        let received = Promise<HTTPResponse>()

        request().send(rawResponseHandler: { received.fulfill($0) }, errorHandler: { Issue.record($0) })

        #expect(await received.value().text.contains("nobody asked"))
    }

    @Test func theErrorHandlerGetsTheFailureWithItsBytes() async throws {
        let failed = Promise<HIError>()
        server.enqueue(.json(#"{"reason": "closed"}"#, statusCode: 503))

        request().send(completion: { Issue.record("\($0)") }, errorHandler: { failed.fulfill($0) })

        let error = await failed.value()
        #expect(error.type == .invalidResponse && error.response?.text == #"{"reason": "closed"}"#)
    }

    @Test func wireNamesHaveConstants() {
        #expect(GetMyExampleRequest().keyOfT1 == "t" && GetMyExampleRequest().keyOfT2 == "tt")
        #expect(GetMyExampleRequest.keyOfT1 == "t" && GetMyExampleResponse.keyOfX2 == "xx")
    }

    @Test(.enabled(if: SharedMaterial.has(seed), "the seed is missing"))
    func fileMatchesTheSeed() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../API/Seed.http")
        let blocks = try SharedMaterial.text(Self.seed).components(separatedBy: "```\n")

        #expect(try blocks.contains(String(contentsOf: file, encoding: .utf8)))
    }

    nonisolated private static let seed = "seeds/000_74cbd9e59e8308e9.txt"
}
