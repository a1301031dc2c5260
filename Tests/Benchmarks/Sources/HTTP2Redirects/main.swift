// Sends 20 redirected requests at once over HTTP/2, 20 times. A session that follows redirects itself ends the process
// here. Then it sends forms with a file, 20 at once, which nginx keeps in a folder, and looks whether they are what was
// sent. Each is got back while others are being sent, and sent once more to a location that answers with a file.
//
// With the URL of `http2_faults.py`, it looks what becomes of responses that break off.
import AbstractHTTP
import Foundation

guard CommandLine.arguments.count == 4 else { fatalError("usage: HTTP2Redirects URL FOLDER FAULTS") }
let url = CommandLine.arguments[1]
let folder = URL(filePath: CommandLine.arguments[2])
let answer = try Data(contentsOf: folder.appending(path: "answer"))
let config = ConnectionConfig(connector: DefaultHTTPConnector { $0.connectionsPerHost = 20 })

for round in 1...20 {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...20 {
            group.addTask {
                let response = try await HTTP("\(url)/from?\(round).\(number)").asResponse(config: config).response()
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
for round in 1...3 {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...20 {
            group.addTask {
                var form = MultipartForm()
                form.add("number", "\(round).\(number)")
                try form.add("film", file: film)
                var sent = Data()
                for try await chunk in form.body { sent.append(chunk) }

                let http = HTTP("\(url)/files/\(number)")
                let put = try await http.method(.put).multipart(form).asResponse(config: config).response()
                guard put.statusCode == (round == 1 ? 201 : 204),
                    try Data(contentsOf: folder.appending(path: "\(number)")) == sent
                else { fatalError("form \(number): \(put)") }

                let get = try await http.asResponse(config: config).response()
                guard get.statusCode == 200, get.headers["X-Protocol"] == "HTTP/2.0", get.data == sent
                else { fatalError("form \(number), got back: \(get)") }

                let post = try await HTTP("\(url)/answer").method(.post).multipart(form).asResponse(config: config)
                    .response()
                guard post.statusCode == 200, post.headers["X-Protocol"] == "HTTP/2.0", post.data == answer
                else { fatalError("form \(number), answered: \(post)") }
            }
        }
        try await group.waitForAll()
    }
}
print("60 forms of 3 MB over HTTP/2, 20 at once: all arrived as they were sent, and so did the bodies that came back")

let faults = CommandLine.arguments[3]
let kinds: [(path: String, kinds: [TransportError.Kind?])] = [
    // A row of Documentation/Connectors.md: libcurl takes the end of the stream for the end of the body.
    ("/late/reset-no-error", [nil]),
    ("/late/reset-internal-error", [.cutOff(received: 4, expected: nil)]),
    ("/late/close", [.cutOff(received: 4, expected: nil)]),
    ("/late/goaway", [.cutOff(received: 4, expected: nil)]),
    ("/no-head/reset-internal-error", [.noResponse]),
    ("/no-head/close", [.noResponse]),
    ("/no-head/goaway", [.noResponse]),
]
for (path, kinds) in kinds {
    var kind: TransportError.Kind?
    do {
        _ = try await HTTP(faults + path).asData(config: config).response()
    } catch {
        kind = (error.underlying as? TransportError)?.kind ?? .other
        guard kinds.contains(kind) else { fatalError("\(path): \(error)") }
    }
    guard kinds.contains(kind) else { fatalError("\(path): \(String(describing: kind))") }
}
print("\(kinds.count) responses over HTTP/2 that break off: each has its kind")

// A row of Documentation/Connectors.md: the session loses a response after which the stream is reset, because it still
// sends the body.
do {
    let rejected = HTTP(faults + "/early/403/reset").method(.post).body(Data(count: 4 << 20))
    let response = try await rejected.asResponse(config: config).response()
    fatalError("an early 403 before a reset is no longer lost: \(response)")
} catch {
    guard (error.underlying as? TransportError)?.kind == .noResponse else { fatalError("an early 403: \(error)") }
}
print("a 403 before a reset over HTTP/2 is lost")
