import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl
@testable import AbstractHTTPTesting

/// Compressed bodies that end too early in a complete message.
@Suite(.timeLimit(.minutes(5))) struct TruncatedBodyTests {
    /// The message ends by its length, by the last chunk, or by closing the connection.
    @Test(arguments: ContentCodingTests.Fixture.all)
    func truncatedBodyFailsWithAnyFraming(fixture: ContentCodingTests.Fixture) async throws {
        let pair = try Pair()
        let whole = fixture.encoded
        for data in [whole.prefix(whole.count / 2), whole.dropLast(8), whole.dropLast()].map({ Data($0) }) {
            for response in ConformanceCase.framings(of: data, fixture.coding.rawValue) {
                pair.server.enqueue(response)

                let kind = kind(of: await pair.failure(of: try pair.request()))

                guard case .cutOff = kind else {
                    Issue.record("\(data.count) of \(whole.count) bytes: \(String(describing: kind))")
                    continue
                }
            }
        }
    }
}
