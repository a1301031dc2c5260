import Foundation
import PipelineCases

/// What the pipeline itself costs: the connector answers from memory.
enum PipelineCost {
    static func run(requests: Int, rounds: Int) async throws {
        print("pipeline cost, µs of CPU per request (median of \(rounds) rounds of \(requests), fastest in brackets)")
        for pipelineCase in try PipelineCase.all() { try await measure(pipelineCase, requests, rounds) }
    }

    private static func measure(_ pipelineCase: PipelineCase, _ requests: Int, _ rounds: Int) async throws {
        var costs: [Double] = []
        for round in 0...rounds {
            let start = cpuSeconds()
            var bytes = 0
            for id in 0..<requests { bytes += try await pipelineCase.send(id).utf8.count }
            guard bytes > 0 else { fatalError("the requests returned nothing") }
            if round > 0 { costs.append((cpuSeconds() - start) / Double(requests) * 1e6) }
        }
        costs.sort()
        let title = pipelineCase.title.padding(toLength: 40, withPad: " ", startingAt: 0)
        print(title, String(format: "%6.2f (%.2f)", costs[costs.count / 2], costs[0]))
    }
}
