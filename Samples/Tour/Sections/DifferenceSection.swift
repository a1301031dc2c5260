import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Expects a wrong result, so that CI can check that the tour notices it.
enum DifferenceSection: Section {
    static let name = "difference"
    static let summary = "Fails on purpose, to show that the tour notices a difference"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("this") }

        stage.expect("The answer", try await HTTP(server.url).asString().response(), is: "that")
    }
}
