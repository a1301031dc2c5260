import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// The rules that URLSession does not keep on Linux, each with the reason. They are in `Documentation/Connectors.md`; when one
/// of these tests fails, URLSession has become better, and the page is out of date.
enum URLSessionLimits {
    #if canImport(FoundationNetworking)
        /// What it does otherwise.
        static let broken = [
            "a GET may have a body",  // Foundation refuses it.
            "no Content-Type is made up",  // Foundation adds application/x-www-form-urlencoded to a POST.
            "a redirect without a Location arrives with its body",  // Foundation drops it.
            "two Set-Cookie fields stay two when their names differ in case",  // Foundation keeps the last one.
            "a status line that ends with its code is understood",  // Foundation asks for the space behind the code.
            "a chunk whose size is too large is an error",  // libcurl takes any line end after a chunk.
        ]
        /// What ends the process.
        static let traps = [halfHead, trailers, largestLength]
        static let halfHead = "half of a head is an error"
        static let trailers = "trailer fields are not the body"
        static let largestLength = "the largest length that a number holds is an error when the body is short"

        static let all = Set(broken + traps)
    #else
        static let all: Set<String> = []
    #endif
}

#if canImport(FoundationNetworking)
    @Suite(.timeLimit(.minutes(1))) struct URLSessionLimitsTests {
        @Test(arguments: URLSessionLimits.broken)
        func theRuleIsStillBroken(name: String) async throws {
            let rule = try #require(ConformanceCase.all.first { $0.name == name })

            await #expect(throws: ConformanceFailure.self) { try await rule.check(DefaultHTTPConnector()) }
        }

        @Test func halfOfAHeadStillTraps() async {
            await #expect(processExitsWith: .failure) { try await Self.check(URLSessionLimits.halfHead) }
        }

        @Test func trailerFieldsStillTrap() async {
            await #expect(processExitsWith: .failure) { try await Self.check(URLSessionLimits.trailers) }
        }

        @Test func theLargestLengthStillTraps() async {
            await #expect(processExitsWith: .failure) { try await Self.check(URLSessionLimits.largestLength) }
        }

        /// Ends the process in order, whatever comes of the rule, unless it traps.
        private static func check(_ name: String) async throws {
            let rule = ConformanceCase.all.first { $0.name == name }
            try? await rule?.check(DefaultHTTPConnector())
            exit(0)
        }
    }
#endif
