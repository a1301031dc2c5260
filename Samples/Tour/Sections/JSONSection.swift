import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A struct spec whose model is decoded from JSON, and the same without a spec.
enum JSONSection: Section {
    static let name = "json"
    static let summary = "A JSON response becomes a struct"

    struct User: Decodable, Equatable {
        var id: Int
        var name: String
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

        stage.declaration("struct User")
        stage.declaration("struct FindUsers")
        stage.code()
        let users = try await Connection(FindUsers(server: server.url, name: "Ada L.")).response()

        stage.expect("The users found", users, is: [User(id: 7, name: "Ada Lovelace")])

        stage.code()
        let user = try await HTTP(server.url + "/users").method(.post)
            .headers(["Content-Type": "application/json"])
            .body(Data(#"{"name": "Grace Hopper"}"#.utf8))
            .asDecodable(User.self)
            .response()

        stage.expect("The new user", user, is: User(id: 8, name: "Grace Hopper"))

        stage.expect(
            "The paths and queries of the requests", server.requests.map(\.target),
            is: ["/users?active=1&name=Ada%20L.&tag=a&tag=b", "/users"])
        stage.expect(
            "The body of the POST", server.requests.last.map { String(decoding: $0.body, as: UTF8.self) },
            is: #"{"name": "Grace Hopper"}"#)
    }
}
