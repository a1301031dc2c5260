import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// If one of these fails, URLSession has improved, and `Documentation/Connectors.md` is out of date.
#if canImport(FoundationNetworking)
    @Suite(.timeLimit(.minutes(5))) struct URLSessionLimitsTests {
        @Test(arguments: ConformanceCase.brokenByURLSession)
        func urlSessionStillBreaksTheRule(name: String) async throws {
            let rule = try #require(ConformanceCase.all.first { $0.name == name })

            await #expect(throws: ConformanceFailure.self) {
                try await rule.check(DefaultHTTPConnector())
            }
        }

        @Test(arguments: ConformanceCase.fatalToURLSession)
        func ruleStillCrashesURLSession(name: String) async {
            await #expect(processExitsWith: .failure) { [name] in try await Self.check(name) }
        }

        /// Ends the process normally, whatever the result of the rule, unless it traps.
        private static func check(_ name: String) async throws {
            let rule = ConformanceCase.all.first { $0.name == name }
            try? await rule?.check(DefaultHTTPConnector(), limit: .seconds(90))
            exit(0)
        }
    }
#endif
