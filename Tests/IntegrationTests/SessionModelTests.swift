import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Random programs of an app with two users over one config, and a server that knows whose each request is.
///
/// No request carries the credentials of another user or session, nobody gets the response of another user, and what
/// belongs to an earlier session ends when it needs credentials again. `ABSTRACTHTTP_LOAD=1` makes 20,000 steps.
/// `ABSTRACTHTTP_SEED` chooses the first program.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(10))) struct SessionModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let steps = environment["ABSTRACTHTTP_LOAD"] != nil ? 20_000 : 2_000
    private static let stepsOfAProgram = 200

    @Test func noUserGetsWhatBelongsToAnother() async {
        let first = Self.environment["ABSTRACTHTTP_SEED"].flatMap { UInt64($0) } ?? 1
        for seed in first..<first + UInt64(Self.steps / Self.stepsOfAProgram) {
            let program = ModelProgram(seed: seed)
            guard let problem = await program.run(steps: Self.stepsOfAProgram) else { continue }
            Issue.record("seed \(seed), \(problem)\n\(program.trace.joined(separator: "\n"))")
            return
        }
    }
}
