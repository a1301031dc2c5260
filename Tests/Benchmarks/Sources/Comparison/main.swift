// One sample of the comparison, as a line of JSON: Tests/Scripts/compare-connectors runs it again and again.
import AbstractHTTP
import AbstractHTTPCurl
import Foundation

let usage = "usage: Comparison songs | Comparison CLIENT SCENARIO SERVER UPLOADS COUNT [CONNECTIONS]"
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["songs"] {
    FileHandle.standardOutput.write(try JSONEncoder().encode(Scenario.songs))
    exit(0)
}
guard arguments.count >= 5, let count = Int(arguments[4]) else { fatalError(usage) }
let connections = arguments.count > 5 ? Int(arguments[5]) : nil
let uploads = URL(filePath: arguments[3])
guard let scenario = Scenario(arguments[1], arguments[2], uploads, count: count) else { fatalError(usage) }

func curlConnector() throws -> CurlConnector {
    try CurlConnector { if let connections { $0.connectionsPerHost = connections } }
}

/// What a client's tasks run on, when it is not what tasks run on otherwise.
var executor: (any TaskExecutor)?
let client: any Client
switch arguments[0] {
case "URLSession": client = URLSessionClient(connections: connections)
case "libcurl": client = try LibcurlClient()
case "AsyncHTTPClient": client = AsyncHTTPClientClient(connections: connections)
case "DefaultHTTPConnector":
    client = PipelineClient(DefaultHTTPConnector { if let connections { $0.connectionsPerHost = connections } })
case "CurlConnector": client = PipelineClient(try curlConnector())
case "CurlExecutor":
    let connector = try curlConnector()
    client = PipelineClient(connector)
    executor = connector.executor
case "CurlConnector-alone": client = ConnectorClient(connector: try curlConnector())
default: fatalError(usage)
}
let sample = try await withTaskExecutorPreference(executor) { [client] in try await Sample.take(scenario, client) }
try await client.end()
print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
