import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport

/// Requests that cannot be sent.
extension Mistake {
    static let requests = [
        Mistake(
            "a base URL without a scheme", says: "has no scheme", at: "baseURL \"api.example.com\"",
            advises: "write \"https://api.example.com\""
        ) {
            await failing { try await send(HTTP("/users"), baseURL: "api.example.com") }
        },
        Mistake("a path without a base URL", says: "has no scheme or no host", at: "\"/users\"", advises: "baseURL") {
            await failing { try await send(HTTP("/users"), baseURL: nil) }
        },
        Mistake(
            "an optional in a path", says: "the text of an optional", at: "\"/users/Optional(7)\"",
            advises: "unwrap the value"
        ) {
            let id: Int? = 7
            return await failing { try await send(HTTP("/users/" + String(describing: id))) }
        },
        Mistake(
            "an optional in a query", says: "the text of an optional", at: "?id=", advises: "unwrap the value"
        ) {
            let id: Int? = 7
            return await failing { try await send(HTTP("/users").query("id", String(describing: id))) }
        },
        Mistake(
            "an empty identifier in a path", says: "is empty", at: "/users/", advises: "check the value"
        ) {
            await failing { try await send(HTTP("/users/\(segment: "")")) }
        },
        Mistake(
            "a space in a host", says: "is malformed", at: "\"https://a b.example/\"", advises: "percent-encode"
        ) {
            await failing { try await send(HTTP("https://a b.example/")) }
        },
        Mistake(
            "a line break in a header field", says: "contains CR, LF, or NUL", at: "\"X-Note\"",
            advises: "remove them, or encode the value"
        ) {
            await failing { try await send(HTTP("/users").header("X-Note", "a\nb")) }
        },
        Mistake(
            "a Content-Length by hand", says: "the body has 5 bytes", at: "Content-Length is 4",
            advises: "remove the field"
        ) {
            await failing {
                let request = HTTP("/users").method(.post).body(Data("hello".utf8)).header("Content-Length", "4")
                try await send(request)
            }
        },
        Mistake(
            "a folder as an upload", says: "is not a regular file", at: URL.temporaryDirectory.path,
            advises: "one by one, or an archive"
        ) {
            await failing {
                try await send(HTTP("/files").method(.post).upload(from: URL.temporaryDirectory))
            }
        },
        Mistake(
            "a missing file as an upload", says: "there is no readable file", at: "/nowhere/film.mp4",
            advises: "check the path"
        ) {
            await failing {
                try await send(HTTP("/files").method(.post).upload(from: URL(filePath: "/nowhere/film.mp4")))
            }
        },
        Mistake(
            "a missing folder for a download", says: "there is no folder", at: "/nowhere", advises: "create it"
        ) {
            await failing {
                let file = URL(filePath: "/nowhere/film.mp4")
                let config = ConnectionConfig(baseURL: "https://a.example", connector: ScriptedConnector.always())
                _ = try await HTTP("/film").download(to: file, config: config).response()
            }
        },
        Mistake(
            "a retry of a stream that is consumed", says: "can be sent only once", at: "/files: invalidRequest",
            advises: "call restart() of the connection"
        ) {
            let server = try LoopbackServer { _ in LoopbackResponse(statusCode: 503) }
            let config = ConnectionConfig(baseURL: server.url, connector: TestConnector.make())
            let (chunks, source) = AsyncStream.makeStream(of: Data.self)
            source.yield(Data("a".utf8))
            source.finish()
            let connection = HTTP("/files").method(.post).body(.stream { chunks }).asVoid(config: config)
            _ = await failing { try await connection.response() }
            return await failing {
                connection.repeatRequest()
                try await connection.response()
            }
        },
        Mistake(
            "a token without a server", says: "does not say which servers may get them", at: "GET https://a.example",
            advises: "set its baseURL, or list the servers in its credentialOrigins"
        ) {
            await failing {
                var config = ConnectionConfig(connector: ScriptedConnector.always())
                config.headers["Authorization"] = "Bearer t"
                try await HTTP("https://a.example/users").asVoid(config: config).response()
            }
        },
        Mistake(
            "an enumeration in content of any type", says: "cannot be encoded", at: "sort", advises: "Encodable"
        ) {
            enum Sort { case name }
            return await failing {
                try await send(HTTP("/users").method(.post).content(["sort": Sort.name] as [String: Any?]))
            }
        },
    ]

    private static func send(_ request: HTTP, baseURL: String? = "https://a.example") async throws {
        let config = ConnectionConfig(baseURL: baseURL, connector: ScriptedConnector.always())
        try await request.asVoid(config: config).response()
    }
}
