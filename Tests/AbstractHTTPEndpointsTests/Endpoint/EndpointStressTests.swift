import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// One endpoint that many tasks use at the same time.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct EndpointStressTests {
    private enum APIs {
        static let square = POST<JSON, Int>("square/{number}")
    }

    @Test func sixtyFourTasksUseOneEndpointAtOnce() async throws {
        let server = try LoopbackServer { request in
            let number = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
            return .json("\(number * number)")
        }

        let squares = try await Configuration.scope {
            Configuration.DataRequest.base = server.url
            Configuration.connectionConfig = ConnectionConfig(connector: TestConnector.shared, clock: ManualClock())
            return try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for number in 0..<64 {
                    group.addTask {
                        var last = 0
                        for step in 0..<4 {
                            let endpoint = APIs.square.header(name: "X-Step", value: "\(step)").timeoutInterval(30)
                            last = try await endpoint(["number": "\(number)", "rest": "\(step)"])
                        }
                        return (number, last)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }

        #expect(squares == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, $0 * $0) }))
        #expect(server.requests.count == 256)
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) + ($0.headers["X-Step"] ?? "") }
        #expect(Set(bodies) == Set((0..<4).map { #"{"rest":"\#($0)"}\#($0)"# }))
    }

    @Test func theConfigurationIsChangedWhileItIsUsed() async {
        let connector = MockConnector { request in
            .json(#"["\#(request.url.host() ?? "")", "\#(request.headers["X-Host"] ?? "")"]"#)
        }
        let endpoint = GET<None, [String]>("host").config(ConnectionConfig(connector: connector))

        await Configuration.scope {
            Configuration.DataRequest.base = "https://0.example.com"
            await withTaskGroup(of: Void.self) { group in
                for number in 1...64 {
                    group.addTask {
                        Configuration.DataRequest.base = "https://\(number).example.com"
                        Configuration.DataRequest.headers = ["X-Host": "\(number)"]
                        Configuration.DataRequest.encoder = .form
                        Configuration.eventMonitors = [ClosureEventMonitor()]
                    }
                    group.addTask {
                        let hosts = try? await endpoint()
                        #expect(hosts?.first?.hasSuffix(".example.com") == true)
                    }
                }
            }
        }
    }
}
