import AbstractHTTP
import Foundation
import Testing

/// Paths whose variables are filled by the members of a value.
@Suite struct URITemplatePathTests {
    private let members: HTTPContent.Members = [
        "id": 7, "name": "a b/c", "tags": ["x", "y"], "on": true, "day": .date(Date(timeIntervalSince1970: 0)),
        "empty": "", "null": nil, "none": [], "blob": .data(HTTPData(Data([1]))), "up": "..", "dot": ".",
        "file": "a/../b", "pairs": ["k": "v"],
    ]

    @Test(arguments: [
        ("users/{id}", "users/7"), ("users/{name}/{on}", "users/a%20b%2Fc/true"), ("files/{+name}", "files/a%20b/c"),
        ("days/{day}", "days/1970-01-01T00%3A00%3A00Z"), ("users{/tags*}{?id,null,absent}", "users/x/y?id=7"),
        ("users{?tags}{&pairs*}", "users?tags=x,y&k=v"), ("users{?empty}", "users?empty="),
        ("search?q={empty}", "search?q="), ("users{;empty,id}", "users;empty;id=7"),
        ("users{?up}{#dot}", "users?up=..#."), ("../users/{id}", "../users/7"), ("v{dot}{id}", "v.7"),
    ])
    func variablesAreFilled(template: String, path: String) throws {
        #expect(try URITemplate(template).path(filledBy: members) == path)
    }

    @Test(arguments: ["empty", "null", "none", "absent"])
    func pathVariableNeedsAValue(name: String) throws {
        for template in ["users/{\(name)}", "users/{+\(name)}", "users/{id}-{\(name)}"] {
            #expect(throws: URITemplateError.emptyVariable(name, template: template)) {
                try URITemplate(template).path(filledBy: members)
            }
        }
    }

    @Test(arguments: [
        "users/{up}", "users/{dot}/x", "files/{+file}", "users/{dot}{dot}", "users{/up}", "users/.{dot}",
        "users/%2E{dot}?x",
        "users/%2e{dot}",
    ])
    func dotSegmentValuesAreRejected(template: String) throws {
        #expect(throws: URITemplateError.dotSegment(template: template)) {
            try URITemplate(template).path(filledBy: members)
        }
    }

    @Test(arguments: [
        ("users{/empty}", "empty"), ("users{/empty,id}", "empty"), ("users{.empty}", "empty"),
        ("users/{+query}", "query"),
        ("users/{+hash}", "hash"), ("users{/variables*}", "variables"),
    ])
    func emptyValueIsRejectedInAPath(template: String, name: String) throws {
        var members = members
        (members["query"], members["hash"], members["variables"]) = ("?a", "#a", ["x", ""])

        #expect(throws: URITemplateError.emptyVariable(name, template: template)) {
            try URITemplate(template).path(filledBy: members)
        }
    }

    @Test(arguments: [
        ("https://user:SECRET@h/x/{id}?key=SECRET", "https://h/x/{id}"), ("a{?index,total}", "a{?index,total}"),
        ("a?key=SECRET{&id}", "a"), ("https://user:SECRET{id}@h/", "https…"), ("{id}#SECRET", "{id}"), ("a{", "a{"),
        ("users/{id?token=SECRET", "users/{id"), ("https://user:{x}SECRET@h", "https…"), ("a{/x}{", "a{/x}{"),
    ])
    func errorsShowNoSecrets(template: String, shown: String) {
        #expect("\(URITemplateError.emptyVariable("id", template: template))".contains("\"\(shown)\""))
    }

    @Test(arguments: ["@evil.example/", ".evil.example/x", "evil", ":80/x", ""])
    func valueCannotChangeTheHost(value: String) throws {
        for template in [
            "https://api.example.com{+p}", "https://{id}.example.com{+p:99}/x", "https://h{+list}",
            "https://h{/none}{+p}",
        ] {
            #expect(throws: URITemplateError.self) {
                try URITemplate(template).path(filledBy: ["p": .string(value), "id": 7, "list": [.string(value)]])
            }
        }
        #expect(
            try URITemplate("https://{id}.example.com{+p}").path(filledBy: ["p": "/a/b?c", "id": 7])
                == "https://7.example.com/a/b?c")
        #expect(try URITemplate("https://h/{+p}").path(filledBy: ["p": "@x"]) == "https://h/@x")
    }

    @Test func unescapedValueCannotEndThePath() throws {
        #expect(throws: URITemplateError.endsPath("p", template: "/users/{+p}/repos")) {
            try URITemplate("/users/{+p}/repos").path(filledBy: ["p": "1?z"])
        }
        #expect(throws: URITemplateError.endsPath("p", template: "/users/{+p}")) {
            try URITemplate("/users/{+p}").path(filledBy: ["p": "1#z"])
        }
        #expect(try URITemplate("/users/{p}/repos").path(filledBy: ["p": "1?z#"]) == "/users/1%3Fz%23/repos")
    }

    @Test func nonTextValueErrorNamesTheVariable() throws {
        let error = #expect(throws: HTTPContentError.self) { try URITemplate("users/{blob}").path(filledBy: members) }

        #expect(error?.description.hasPrefix("blob: bytes cannot be sent here") == true)
    }
}
