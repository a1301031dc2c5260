import Foundation
import PipelineCases

// Runs one case so many times, for a tool that counts instructions, or measures connections in flight.
let arguments = CommandLine.arguments
let cases = try PipelineCase.all()
guard arguments.count == 3, let count = Int(arguments[2]), count > 0,
    let run = work(arguments[1], count)
else {
    let names = cases.map(\.name).joined(separator: "|")
    FileHandle.standardError.write(
        Data("usage: PipelineDriver \(names) <requests>, or PipelineDriver memory <connections>\n".utf8))
    exit(64)
}

// An asynchronous main ends the first thread, which valgrind 3.19 does not survive.
Task.detached {
    try await run()
    exit(0)
}
while true { sleep(1_000) }

func work(_ name: String, _ count: Int) -> (@Sendable () async throws -> Void)? {
    if name == "memory" { return { print(await bytesInFlight(count)) } }
    guard let pipelineCase = cases.first(where: { $0.name == name }) else { return nil }
    return {
        for id in 0..<count { _ = try await pipelineCase.send(1_000_000 + id) }
    }
}
