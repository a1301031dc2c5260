import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A fault at every stage of the pipeline, with retry, token refresh, polling, deadlines and indicator attached.
///
/// The stages are not chosen by hand. A run without a fault counts every call that leaves the pipeline. Then each fault
/// happens at each of them.
@MainActor
@Suite(.tags(.threadSanitizer)) struct TortureTests {
    @Test func withoutAFaultEveryStageOfASuccessIsReached() async throws {
        let probe = Probe(nil)
        let run = try await Torture(probe, .success).run()

        #expect(run.outcomes == [nil])
        #expect(
            Set(probe.stages) == [
                "makeBody", "willEncode", "didEncode", "onStart", "prepare", "willSend", "middleware in", "connector",
                "body", "middleware out", "didSend", "recovery", "refresh", "redirect", "onRedirect", "onReceived",
                "isValidResponse", "willDecode", "parse", "didDecode", "onReceivedModel", "onSuccess", "afterSuccess",
                "onEnd", "onProgress", "closure onEnd",
            ])
    }

    @Test func withoutAFaultEveryStageOfAFailureIsReached() async throws {
        var stages: Set<String> = []
        for ending in [Torture.Ending.refused, .unparsable, .unreachable] {
            let probe = Probe(nil)
            let run = try await Torture(probe, ending).run()
            #expect(run.outcomes.count == 1 && run.outcomes != [nil])
            stages.formUnion(probe.stages)
        }

        #expect(
            stages.isSuperset(of: [
                "onNetworkError", "onResponseError", "onParseError", "closure onError", "afterError",
            ]))
    }

    @Test(.timeLimit(.minutes(5)), arguments: Probe.Fault.allCases, Torture.Ending.allCases)
    private func faultAtAnyStageEndsTheGenerationOnce(
        fault: Probe.Fault, ending: Torture.Ending
    ) async throws {
        var outcomes: Set<ConnectionErrorType?> = []
        var (stage, isReached) = (0, true)
        while isReached {
            let probe = Probe(.init(fault: fault, stage: stage))
            let run = try await Torture(probe, ending).run()
            isReached = probe.stages.count > stage
            let name = "\(fault) at \(stage), \(isReached ? probe.stages[stage] : "nothing")"

            #expect(run.events.count { $0 == .onStart } == 1, "\(name)")
            #expect(run.events.count { $0 == .onEnd } == 1, "\(name)")
            #expect(run.events.last == .onEnd, "\(name)")
            #expect(Grammar.violations(in: run.events) == [], "\(name)")
            #expect(run.overlaps == 0, "\(name)")
            outcomes.formUnion(run.outcomes)
            stage += 1
        }
        #expect(stage > 40)
        if ending == .success { #expect(outcomes.isSuperset(of: fault.outcomes)) }
    }
}
