import AbstractHTTP
import AbstractHTTPStreams
import Foundation
import TestSupport
import Testing

#if os(Linux)
    /// Reading elements that are all in one chunk lets other tasks run.
    @Suite(.timeLimit(.minutes(5))) struct FairElementsTests {
        private let thread = OneThread()

        @Test func eventsAreReadFairly() async throws {
            let body = Self.body(of: "data:x\n\n", count: 1 << 20)

            #expect(
                try await thread.letsOthersRun { hasRun in
                    for try await _ in body.events() where hasRun() { break }
                })
        }

        @Test func linesOfJSONAreReadFairly() async throws {
            let body = Self.body(of: "[1]\n", count: 1 << 20)

            #expect(
                try await thread.letsOthersRun { hasRun in
                    for try await _ in body.jsonLines(of: [Int].self) where hasRun() { break }
                })
        }

        @Test func partsAreReadFairly() async throws {
            let body = Self.body(of: "--b\r\n\r\nx\r\n", count: 1 << 19)

            #expect(
                try await thread.letsOthersRun { hasRun in
                    for try await _ in body.parts(boundary: "b") where hasRun() { break }
                })
        }

        private static func body(of element: String, count: Int) -> ResponseBody {
            ResponseBody(Data(String(repeating: element, count: count).utf8))
        }
    }
#endif
