import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct Upload: ConnectionSpec {
    typealias ResponseModel = Void
    var file: URL
    var request: HTTP {
        get throws { try HTTP("https://api.example.com/files").method(.put).body(.file(file)) }
    }
}

struct CreateUser: ConnectionSpec {
    typealias ResponseModel = User
    var name: String
    var request: HTTP {
        get throws {
            let json = try JSONEncoder().encode(["name": name])
            return HTTP("https://api.example.com/users").method(.post)
                .header("Content-Type", "application/json").body(json)
        }
    }
}

@Suite struct MessagesPageTests {
    @Test func aQuery() {
        var query: URLQuery = ["q": "swift http", "tag": "a", "tag": "b", "sort": nil]
        query.addFlag("draft")
        let text = query.encoded(by: DefaultURLEncoder())
        // q=swift%20http&tag=a&tag=b&draft

        #expect(text == "q=swift%20http&tag=a&tag=b&draft")
    }

    @Test func headersThatRepeat() {
        var headers: HTTPHeaders = ["Accept": "application/json"]
        headers.add("accept", "text/plain")
        let accept = headers[.accept]
        let both = headers.values(for: .accept)
        // "application/json, text/plain", and ["application/json", "text/plain"]

        #expect(accept == "application/json, text/plain")
        #expect(both == ["application/json", "text/plain"])
    }

    @Test func aFile() async throws {
        let connector = ScriptedConnector(.response(Response(statusCode: 204)))
        let upload = Upload(file: URL(filePath: #filePath))

        try await Connection(upload, config: ConnectionConfig(connector: connector)).response()

        let size = try Data(contentsOf: URL(filePath: #filePath)).count
        #expect(connector.requests.map(\.body?.length) == [size])
    }

    @Test func aJSONBody() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 201, data: Data(#"{"id": 7, "name": "Ada"}"#.utf8))))

        let user = try await Connection(CreateUser(name: "Ada"), config: ConnectionConfig(connector: connector))
            .response()

        #expect(user.id == 7)
        #expect(connector.requests.map(\.body?.length) == [#"{"name":"Ada"}"#.utf8.count])
        #expect(connector.requests.map { $0.headers[.contentType] } == ["application/json"])
    }
}
