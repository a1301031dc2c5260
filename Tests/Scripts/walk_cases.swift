// The three requests of Tests/Scripts/walk, over a connector that answers from memory.
import AbstractHTTP
import Foundation

@_silgen_name("beginWalk") func beginWalk()
@_silgen_name("endWalk") func endWalk()

struct User: Decodable, Sendable {
    var name: String
}

struct GetUser: ConnectionSpec {
    typealias ResponseModel = User
    var id: Int
    var request: HTTP { HTTP("https://api.example.com/users/\(id)") }
}

/// Lets all other tasks run until they wait, as the pipeline does for a server. There is one thread for all tasks, so
/// each run takes the same way.
func takeTime() async { for _ in 0..<1_000 { await Task.yield() } }

/// Accepts one token.
struct Memory: HTTPConnector {
    static let user = Response(
        statusCode: 200, headers: ["Content-Type": "application/json"], data: Data(#"{"name": "Ada"}"#.utf8))
    static let refused = Response(statusCode: 401)
    var token: String?

    func execute(_ request: Request) async throws -> ResponseStream {
        await takeTime()
        let isRefused = token.map { request.headers["Authorization"] != "Bearer \($0)" } ?? false
        return ResponseStream(isRefused ? Self.refused : Self.user)
    }
}

/// Answers nothing until the exchange is canceled.
struct Silence: HTTPConnector {
    let asked = AsyncStream<Void>.makeStream()

    func execute(_ request: Request) async throws -> ResponseStream {
        asked.continuation.yield()
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        never.continuation.finish()
        try Task.checkCancellation()
        return ResponseStream(Memory.refused)
    }
}

func get() async throws {
    let config = ConnectionConfig(connector: Memory())
    _ = (Memory.user, Memory.refused)
    beginWalk()
    _ = try await Connection(GetUser(id: 7), config: config).response()
}

func refresh() async throws {
    var config = ConnectionConfig(connector: Memory(token: "new"))
    config.baseURL = "https://api.example.com"
    config.policies = [
        TokenRefresh(current: "old") {
            await takeTime()
            return "new"
        }
    ]
    _ = (Memory.user, Memory.refused)
    beginWalk()
    _ = try await Connection(GetUser(id: 7), config: config).response()
}

func cancel() async throws {
    let silence = Silence()
    let connection = Connection(GetUser(id: 7), config: ConnectionConfig(connector: silence))
    let result = Task { try await connection.response() }
    for await _ in silence.asked.stream { break }
    await takeTime()
    beginWalk()
    connection.cancel()
    _ = await result.result
}

switch CommandLine.arguments.last {
case "get": try await get()
case "refresh": try await refresh()
case "cancel": try await cancel()
default: fatalError("usage: walk_cases get | refresh | cancel")
}
// Tasks that nothing waits for end, too.
await takeTime()
endWalk()
