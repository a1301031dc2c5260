import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting

/// Endpoints as typed functions.
enum FunctionsSection: Section {
    static let name = "functions"
    static let summary = "An endpoint is a typed function"

    struct Page: Encodable {
        var index: Int
        var size: Int
    }

    struct Friend: Codable, Equatable {
        var name: String
    }

    enum API {
        static let friends = GET<Page, [Friend]>("v1/friends")
        static let rename = PATCH<JSON, JSON>("v1/friends/{id}")
        static let ping = GET<None, None>("v1/ping")
    }

    static func run(on stage: Stage) async throws {
        let (old, new) = (try LoopbackServer(handler: answer), try LoopbackServer(handler: answer))
        try await Configuration.scope {
            stage.declaration("enum API {")
            stage.code()
            Configuration.DataRequest.base = old.url
            Configuration.DataRequest.headers = ["X-App": "tour"]

            stage.code()
            let friends = try await API.friends(Page(index: 0, size: 2))

            stage.expect("The friends", friends.map(\.name), is: ["Grace", "Mary"])
            stage.code()
            let answer = try await API.rename(["id": 7, "name": "Ada L.", "nickname": nil])

            stage.expect("The new name", answer["friend"]["name"]?.stringValue, is: "Ada L.")

            stage.code()
            Configuration.DataRequest.base = new.url
            try await API.ping()
            try await API.ping.header(name: "X-App", value: nil).path("v1/pong").timeoutInterval(30)()

            let result = Promise<[Friend]?>()
            stage.code()
            API.friends.mock([Friend(name: "Ada")]).request(Page(index: 0, size: 1)) { result.fulfill($0.value) }

            stage.expect("The response of the mock", await result.value()?.map(\.name), is: ["Ada"])
        }
        stage.expect(
            "Requests to the first server",
            old.requests.map(\.line),
            is: ["GET /v1/friends?index=0&size=2", #"PATCH /v1/friends/7 {"name":"Ada L.","nickname":null}"#])
        stage.expect(
            "Requests to the second server, and the X-App header of each",
            new.requests.map { "\($0.target): \($0.headers["X-App"] ?? "none")" },
            is: ["/v1/ping: tour", "/v1/pong: none"])
    }

    private static let answer: LoopbackServer.Handler = { request in
        switch (request.method, request.path) {
        case (.get, "/v1/friends"): .json(#"[{"name": "Grace"}, {"name": "Mary"}]"#)
        case (.patch, _): .json(#"{"friend": \#(String(decoding: request.body, as: UTF8.self))}"#)
        default: LoopbackResponse(statusCode: 204)
        }
    }
}
