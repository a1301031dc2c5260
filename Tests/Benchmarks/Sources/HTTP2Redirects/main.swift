// Sends 20 redirected requests at once over HTTP/2, 20 times. A session that follows redirects itself ends the process here.
// Then it sends 20 forms with a file at once, which nginx keeps in a folder, and looks whether they are what was sent.
import AbstractHTTP
import Foundation

guard CommandLine.arguments.count == 3 else { fatalError("usage: HTTP2Redirects URL FOLDER") }
let url = CommandLine.arguments[1]
let folder = URL(filePath: CommandLine.arguments[2])
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

let film = FileManager.default.temporaryDirectory.appending(component: "HTTP2-\(UUID().uuidString)")
try Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: film)
defer { try? FileManager.default.removeItem(at: film) }
try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 1...20 {
        group.addTask {
            var form = MultipartForm()
            form.add("number", "\(number)")
            try form.add("film", file: film)
            let http = HTTP("\(url)/files/\(number)").config(config)
            let put = try await http.httpMethod(.put).multipart(form).asResponse().response()
            var sent = Data()
            for try await chunk in form.body { sent.append(chunk) }
            guard put.statusCode == 201, put.headers["X-Protocol"] == nil || put.headers["X-Protocol"] == "HTTP/2.0",
                try Data(contentsOf: folder.appending(path: "\(number)")) == sent
            else { fatalError("form \(number): \(put)") }
        }
    }
    try await group.waitForAll()
}
print("20 forms of 3 MB over HTTP/2, at once: all arrived as they were sent")
