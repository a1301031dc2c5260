import AbstractHTTP
import AbstractHTTPTesting

/// A URL with variables.
enum TemplateSection: Section {
    static let name = "template"
    static let summary = "a URL with variables is filled, percent-encoded, and a variable that is forgotten is an error"

    struct ListRepositories: ConnectionSpec {
        typealias ResponseModel = String
        let url: String

        init(server: String, user: String, page: Int?) throws {
            let template = try URITemplate("/users/{user}/repos{?page}")
            url = try server + template.expanded(with: ["user": user, "page": page])
        }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in .text(request.target) }
        let ada = try ListRepositories(server: server.url, user: "Ada L./7", page: 2)
        stage.expect("page 2 of Ada L./7", try await Connection(ada).response(), is: "/users/Ada%20L.%2F7/repos?page=2")
        let grace = try ListRepositories(server: server.url, user: "Grace", page: nil)
        stage.expect("no page of Grace", try await Connection(grace).response(), is: "/users/Grace/repos")
        do {
            _ = try URITemplate("/users/{user}").expanded()
        } catch {
            let text = #"the URI template "/users/{user}" needs a value for user; give nil to leave it out"#
            stage.expect("forgotten", "\(error)", is: text)
        }
    }
}
