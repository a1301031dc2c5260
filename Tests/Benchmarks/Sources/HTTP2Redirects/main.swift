// Sends 20 redirected requests at once over HTTP/2, 20 times. A session that follows redirects itself ends the process here.
import AbstractHTTP
import Foundation

guard let url = CommandLine.arguments.dropFirst().first else { fatalError("usage: HTTP2Redirects URL") }
let config = ConnectionConfig(connector: DefaultHTTPConnector { $0.connectionsPerHost = 20 })

for round in 1...20 {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...20 {
            group.addTask {
                let response = try await HTTP("\(url)/from?\(round).\(number)").config(config).asResponse().response()
                guard
                    response.statusCode == 200, response.text == "arrived\n",
                    response.headers["X-Protocol"] == "HTTP/2.0", response.url?.path() == "/to",
                    response.history.map(\.statusCode) == [302]
                else { fatalError("round \(round), request \(number): \(response) \(response.headers.fields)") }
            }
        }
        try await group.waitForAll()
    }
}
print("400 redirected requests over HTTP/2, 20 at once: all arrived")
