import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// One value, as every encoder writes it.
enum FormSection: Section {
    static let name = "form"
    static let summary = "one value goes out as a query, as a form and as JSON, in the styles that servers want"

    struct Search: Encodable, Sendable {
        var text = "tea & cake"
        var pageSize = 20
        var tags = ["hot", "sweet"]
        var near: Place? = Place()
    }

    struct Place: Encodable, Sendable {
        var city = "Bath"
        var isOpen = true
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            .text("\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
        }
        let http = HTTP(server.url + "/search")

        stage.expect(
            "a GET takes the query", try await http.content(Search()).asString().response(),
            is: "GET /search?text=tea%20%26%20cake&pageSize=20&tags=hot&tags=sweet"
                + "&near%5Bcity%5D=Bath&near%5BisOpen%5D=true ")
        let options = FieldOptions(arrays: .commas, nesting: .dots, booleans: .digits, keys: .snakeCase)
        stage.expect(
            "in another style", try await http.content(Search(), encoder: .query(options)).asString().response(),
            is: "GET /search?text=tea%20%26%20cake&page_size=20&tags=hot,sweet&near.city=Bath&near.is_open=1 ")
        let post = http.httpMethod(.post)
        stage.expect(
            "a form", try await post.content(Search(), encoder: .form(options)).asString().response(),
            is: "POST /search text=tea+%26+cake&page_size=20&tags=hot,sweet&near.city=Bath&near.is_open=1")
        stage.expect(
            "a POST sends JSON", try await post.content(Search(near: nil)).asString().response(),
            is: #"POST /search {"pageSize":20,"tags":["hot","sweet"],"text":"tea & cake"}"#)
        let avatar: RequestContent = ["avatar": .data(HTTPData(Data("png".utf8)))]
        stage.expect(
            "data in a form is Base64", try await post.content(avatar, encoder: .form).asString().response(),
            is: "POST /search avatar=cG5n")
    }
}
