let isQuick = CommandLine.arguments.contains("--quick")
try await PipelineCost.run(requests: isQuick ? 2_000 : 50_000, rounds: isQuick ? 3 : 11)
