import AbstractHTTPDefinitions
import Foundation
import HTTPIDLCompiler

/// What the compilers say: that of Swift, and that of `.http` files.
extension Mistake {
    static let sources = [
        Mistake(
            "a dictionary with nil as a query", says: "'init(_:)' is unavailable", at: "Source.swift:4",
            advises: "let query: URLQuery = "
        ) {
            try await compiling("let page: Int? = nil\nlet query = URLQuery([\"page\": page])")
        },
        Mistake(
            "an enumeration in a query", says: "'query' is unavailable", at: "Source.swift:4", advises: "rawValue"
        ) {
            try await compiling(
                "enum Sort: String { case name }\nlet request = HTTP(\"/a\").query(\"sort\", Sort.name)")
        },
        Mistake("a date in a query", says: "'query' is unavailable", at: "Source.swift:3", advises: "dates: .iso8601") {
            try await compiling("let request = HTTP(\"/users\").query(\"since\", Date())")
        },
        Mistake(
            "the wrong name of a method", says: "property 'method' with type 'HTTPMethod' cannot override",
            at: "Source.swift:5",
            advises: "OverrideHTTPMethodInstead"
        ) {
            try await compiling(
                """
                final class AddUser: EndpointSpec<String>, @unchecked Sendable {
                    override var url: String { "/users" }
                    override var method: HTTPMethod { .post }
                }
                """)
        },
        Mistake(
            "a body as a property", says: "property 'body' with type 'Data?' cannot override", at: "Source.swift:4",
            advises: "OverrideFuncNamedBodyInstead"
        ) {
            try await compiling(
                """
                final class AddUser: EndpointSpec<String>, @unchecked Sendable {
                    override var body: Data? { Data() }
                }
                """)
        },
        Mistake(
            "a struct without a request", says: "a struct describes its request as a value", at: "Source.swift:3",
            advises: "var request: HTTP"
        ) {
            try await compiling(
                """
                struct AddUser: ConnectionSpec {
                    typealias ResponseModel = String
                    var url: String { "/users" }
                    var body: Data { Data() }
                }
                """)
        },
        Mistake(
            "a missing import of a stream", says: "'EventStream' is unavailable", at: "Source.swift:4",
            advises: "add 'import AbstractHTTPStreams'"
        ) {
            try await compiling(
                """
                struct Chat: ConnectionSpec {
                    typealias ResponseModel = EventStream<String>
                    var request: HTTP { HTTP("/chat") }
                }
                """)
        },
        Mistake(
            "a missing import of the cache", says: "'cache' is unavailable", at: "Source.swift:3",
            advises: "add 'import AbstractHTTPCache'"
        ) {
            try await compiling("func cached(_ config: inout ConnectionConfig) { config.cache = HTTPCache() }")
        },
        Mistake(
            "a missing import of pages", says: "'Pages' is unavailable", at: "Source.swift:3",
            advises: "add 'import AbstractHTTPPagination'"
        ) {
            try await compiling("func read(_ pages: Pages<String>) async {}")
        },
        Mistake(
            "a model that is not decodable", says: "requires that 'User' conform to 'Decodable'", at: "Source.swift:4",
            advises: "Decodable"
        ) {
            try await compiling(
                "struct User: Sendable {}\nlet user = HTTP(\"/users\").asDecodable(User.self)")
        },
        Mistake(
            "a misspelt type in a .http file", says: "there is no type `STRNG`", at: "users.http:3:5",
            advises: "did you mean `STRING`?"
        ) {
            let file = SourceFile(path: "users.http", text: "STRUCT User {\n    STRING id;\n    STRNG name;\n}\n")
            return IDLCompiler().check([file]).map(\.description).joined()
        },
        Mistake(
            "a misspelt method in a .http file", says: "not `GTE`", at: "users.http:1:18",
            advises: "did you mean `GET`?"
        ) {
            let file = SourceFile(path: "users.http", text: "MESSAGE /users { GTE REQUEST { } }")
            return IDLCompiler().check([file]).map(\.description).joined()
        },
        Mistake(
            "a misspelt key in a rule file", says: "unknown key \"Pth\"", at: "$['GetUser']['Pth']",
            advises: "did you mean \"Path\"?"
        ) {
            await failing {
                try DefinitionAPI(cache: HTTPCache()).store.load(json: Data(#"{"GetUser": {"Pth": "users/7"}}"#.utf8))
            }
        },
        Mistake(
            "a base without a scheme in a rule file", says: "is not an absolute URL", at: "$['GetUser']['Base']",
            advises: "https://"
        ) {
            await failing {
                let rules = #"{"GetUser": {"Base": "api.example.com", "Path": "users/7"}}"#
                try DefinitionAPI(cache: HTTPCache()).store.load(json: Data(rules.utf8))
            }
        },
        Mistake(
            "a misspelt name of a definition", says: "there is no definition named \"GetUsr\"", at: "GET GetUsr",
            advises: "did you mean \"GetUser\"?"
        ) {
            let api = DefinitionAPI(baseURL: "https://a.example", cache: HTTPCache())
            try api.store.load(json: Data(#"{"GetUser": {"Path": "users/7"}}"#.utf8))
            return await failing { _ = try await api.request("GetUsr", as: String.self) }
        },
    ]
}
