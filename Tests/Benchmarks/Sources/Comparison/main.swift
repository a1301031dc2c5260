// One sample of the comparison, as a line of JSON: Tests/Scripts/compare-connectors runs it again and again.
import AbstractHTTP
import AbstractHTTPCurl
import Foundation

let usage = "usage: Comparison songs | Comparison CLIENT SCENARIO SERVER FOLDER COUNT [CONNECTIONS]"
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["songs"] {
    FileHandle.standardOutput.write(try JSONEncoder().encode(Scenario.songs))
    exit(0)
}
guard arguments.count >= 5, let count = Int(arguments[4]) else { fatalError(usage) }
let connections = arguments.count > 5 ? Int(arguments[5]) : nil
let folder = URL(filePath: arguments[3])
guard let scenario = Scenario(arguments[1], arguments[2], folder, count: count) else { fatalError(usage) }

let client: any Client =
    switch arguments[0] {
    case "URLSession": URLSessionClient(connections: connections)
    case "libcurl": try LibcurlClient()
    case "AsyncHTTPClient": AsyncHTTPClientClient(connections: connections)
    case "DefaultHTTPConnector":
        PipelineClient(DefaultHTTPConnector { if let connections { $0.connectionsPerHost = connections } })
    case "CurlConnector":
        PipelineClient(try CurlConnector { if let connections { $0.connectionsPerHost = connections } })
    case "CurlConnector-alone":
        ConnectorClient(connector: try CurlConnector { if let connections { $0.connectionsPerHost = connections } })
    default: fatalError(usage)
    }
let sample = try await Sample.take(scenario, client)
try await client.end()
print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
