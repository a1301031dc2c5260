import AbstractHTTP
import AbstractHTTPTesting

/// A URL with variables.
enum TemplateSection: Section {
    static let name = "template"
    static let summary =
        "Variables in a URL template are filled in and percent-encoded, and a missing value is an error"

    struct ListRepositories: ConnectionSpec {
        typealias ResponseModel = String
        let url: String
        var request: HTTP { HTTP(url) }

        init(server: String, user: String, page: Int?) throws {
            let template = try URITemplate("/users/{user}/repos{?page}")
            url = try server + template.expanded(with: ["user": user, "page": page])
        }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in .text(request.target) }
        stage.declaration("struct ListRepositories")
        stage.code()
        let ada = try ListRepositories(server: server.url, user: "Ada L./7", page: 2)

        stage.expect(
            "The path and query of the request", try await Connection(ada).response(),
            is: "/users/Ada%20L.%2F7/repos?page=2")
        let grace = try ListRepositories(server: server.url, user: "Grace", page: nil)
        stage.expect("The same if the page is nil", try await Connection(grace).response(), is: "/users/Grace/repos")
        stage.code()
        let template = try URITemplate("/users/{user}")
        let incomplete = Result { try template.expanded() }

        guard case .failure(let error) = incomplete else { return stage.fail("a value is missing") }
        let text = #"the URI template "/users/{user}" needs a value for user; set it to nil to omit it"#
        stage.expect("The error", "\(error)", is: text)
    }
}
