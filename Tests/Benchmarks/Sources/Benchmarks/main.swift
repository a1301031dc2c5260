import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
let isQuick = arguments.contains("--quick")
arguments.removeAll { $0 == "--quick" }
if let url = arguments.first, !["streams", "json", "json-memory"].contains(url) {
    try await TransportCost(url: url, requests: isQuick ? 500 : 4_000, rounds: isQuick ? 1 : 11).run()
} else if arguments.first == "streams" {
    try await StreamSpeed.run(bytes: 64 << 20, rounds: 11)
} else if arguments.first == "json-memory" {
    #if os(Linux)
        try JSONMemory.run(mebibytes: 64)
    #endif
} else if arguments.first == "json" {
    try JSONSpeed.run(rounds: 11)
} else {
    try await PipelineCost.run(requests: isQuick ? 2_000 : 50_000, rounds: isQuick ? 3 : 11)
    try await CacheLookups.run(lookups: isQuick ? 2_000 : 20_000, rounds: isQuick ? 3 : 11)
    try await StreamSpeed.run(bytes: isQuick ? 8 << 20 : 64 << 20, rounds: isQuick ? 3 : 11)
    try await EncodingSpeed.run(count: isQuick ? 500 : 20_000, rounds: isQuick ? 3 : 11)
    try JSONSpeed.run(rounds: isQuick ? 3 : 11)
    try await RedirectSpeed.run(redirects: 10_000, rounds: isQuick ? 3 : 11)
    try CompilerSpeed.run(messages: 1_000, rounds: isQuick ? 3 : 11)
    try RuleFileSpeed.run(definitions: 2_000, rounds: isQuick ? 10 : 50)
    try await UploadSpeed.run(mebibytes: isQuick ? 8 : 256, rounds: isQuick ? 1 : 7)
    try await IdleTimeoutDelay.run(rounds: isQuick ? 3 : 50)
}
