import AbstractHTTP
import AbstractHTTPJSON
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation

/// A struct spec whose model is read from the bytes of JSON, the same without a spec, and an array that is still
/// arriving.
enum JSONSection: Section {
    static let name = "json"
    static let summary = "A JSON response becomes a struct"

    @JSONModel
    struct User: Equatable, Sendable {
        var id: Int
        var name: String
        var isAdmin = false
    }

    struct FindUsers: ConnectionSpec {
        typealias ResponseModel = [User]
        let server: String
        var name: String
        var request: HTTP {
            HTTP(server + "/users?active=1").query("name", name).query("tag", "a").query("tag", "b")
        }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer()
        server.enqueue(
            .json(#"[{"id": 7, "name": "Ada Lovelace"}]"#),
            .json(#"{"id": 8, "name": "Grace Hopper"}"#, statusCode: 201))

        stage.declaration("@JSONModel")
        stage.declaration("struct FindUsers")
        stage.code()
        let users = try await Connection(FindUsers(server: server.url, name: "Ada L.")).response()

        stage.expect("The users found", users, is: [User(id: 7, name: "Ada Lovelace")])

        stage.code()
        let user = try await HTTP(server.url + "/users").method(.post)
            .headers(["Content-Type": "application/json"])
            .content(User(id: 8, name: "Grace Hopper"))
            .asDecodable(User.self)
            .response()

        stage.expect("The new user", user, is: User(id: 8, name: "Grace Hopper"))

        stage.expect(
            "The paths and queries of the requests", server.requests.map(\.target),
            is: ["/users?active=1&name=Ada%20L.&tag=a&tag=b", "/users"])
        stage.expect(
            "The body of the POST", server.requests.last.map { String(decoding: $0.body, as: UTF8.self) },
            is: #"{"id":8,"isAdmin":false,"name":"Grace Hopper"}"#)

        try await readArray(on: stage)
    }

    private static func readArray(on stage: Stage) async throws {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        struct AllUsers: ConnectionSpec {
            typealias ResponseModel = JSONElements<User>
            let server: String
            var request: HTTP { HTTP(server + "/users/all") }
        }
        pieces.yield(Data(#"[{"id":1,"name":"Ada"},{"id":2,"#.utf8))

        stage.code()
        var users = try await Connection(AllUsers(server: server.url)).response().makeAsyncIterator()
        let first = try await users.next()

        stage.expect("The first user, before the second one has arrived", first, is: User(id: 1, name: "Ada"))
        pieces.yield(Data(#""name":"Grace","isAdmin":true}]"#.utf8))
        pieces.finish()
        stage.expect("The second user", try await users.next(), is: User(id: 2, name: "Grace", isAdmin: true))
    }
}
