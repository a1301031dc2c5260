import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// One value, as every encoder writes it.
enum FormSection: Section {
    static let name = "form"
    static let summary = "The same value as a query, as a form, and as JSON, in the formats that servers expect"

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
        let server = try LoopbackServer { request in .text(request.line) }
        let http = HTTP(server.url + "/search")

        stage.declaration("struct Search")
        stage.declaration("struct Place")
        stage.code()
        let query = http.content(Search())

        stage.expect(
            "A GET sends a query", try await query.asString().response(),
            is: "GET /search?text=tea%20%26%20cake&pageSize=20&tags=hot&tags=sweet"
                + "&near%5Bcity%5D=Bath&near%5BisOpen%5D=true")
        stage.code()
        let options = FieldOptions(arrays: .commas, nesting: .dots, booleans: .digits, keys: .snakeCase)
        let other = http.content(Search(), encoder: .query(options))

        stage.expect(
            "A query in another format", try await other.asString().response(),
            is: "GET /search?text=tea%20%26%20cake&page_size=20&tags=hot,sweet&near.city=Bath&near.is_open=1")
        stage.code()
        let post = http.method(.post)
        let form = post.content(Search(), encoder: .form(options))

        stage.expect(
            "A form", try await form.asString().response(),
            is: "POST /search text=tea+%26+cake&page_size=20&tags=hot,sweet&near.city=Bath&near.is_open=1")
        stage.expect(
            "A POST sends JSON by default", try await post.content(Search(near: nil)).asString().response(),
            is: #"POST /search {"pageSize":20,"tags":["hot","sweet"],"text":"tea & cake"}"#)
        stage.code()
        let avatar: RequestContent = ["avatar": .data(HTTPData(Data("png".utf8)))]
        let base64 = post.content(avatar, encoder: .form)

        stage.expect(
            "Data in a form is encoded as Base64", try await base64.asString().response(),
            is: "POST /search avatar=cG5n")
    }
}
