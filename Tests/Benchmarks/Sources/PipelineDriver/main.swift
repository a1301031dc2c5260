import Foundation
import PipelineCases

// Runs one case so many times, for a tool that counts instructions, or measures connections in flight.
let arguments = Array(CommandLine.arguments.dropFirst())
let cases = try PipelineCase.all()
guard let run = work() else {
    let names = cases.map(\.name).joined(separator: "|")
    let usage = """
        usage: PipelineDriver \(names) <requests>
               PipelineDriver memory <connections>
               PipelineDriver serve
               PipelineDriver curl <requests> <URL that serve has printed>

        """
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}

// An asynchronous main ends the first thread, which valgrind 3.19 does not survive.
Task.detached {
    do {
        try await run()
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}
while true { sleep(1_000) }

func work() -> (@Sendable () async throws -> Void)? {
    guard let name = arguments.first else { return nil }
    if name == "serve" { return serve }
    guard arguments.count >= 2, let count = Int(arguments[1]), count > 0 else { return nil }
    if name == "memory" { return { print(await bytesInFlight(count)) } }
    if name == "curl", arguments.count == 3 { return { try await sendOverCurl(count, to: arguments[2]) } }
    guard let pipelineCase = cases.first(where: { $0.name == name }) else { return nil }
    return {
        for id in 0..<count { _ = try await pipelineCase.send(1_000_000 + id) }
    }
}
