import Foundation
import PipelineCases

// Runs one case so many times, for a tool that counts instructions: PipelineDriver <case> <requests>
guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]),
    let pipelineCase = try PipelineCase.all().first(where: { $0.name == CommandLine.arguments[1] })
else {
    let names = try PipelineCase.all().map(\.name).joined(separator: "|")
    FileHandle.standardError.write(Data("usage: PipelineDriver \(names) <requests>\n".utf8))
    exit(64)
}

// An asynchronous main ends the first thread, which valgrind 3.19 does not survive.
Task.detached {
    var bytes = 0
    for id in 0..<count { bytes += try await pipelineCase.send(1_000_000 + id).utf8.count }
    exit(bytes > 0 ? 0 : 1)
}
while true { sleep(1_000) }
