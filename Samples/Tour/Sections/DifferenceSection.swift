import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Announces something else than what happens, so that one can see that the tour notices.
enum DifferenceSection: Section {
    static let name = "difference"
    static let summary = "fails on purpose: what a difference looks like (only when named)"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .text("this") }

        stage.expect("answer", try await HTTP(server.url).asString().response(), is: "that")
    }
}
