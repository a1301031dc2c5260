import AbstractHTTP
import Testing

struct UserID: URITemplateVariable {
    var number: Int
    var templateValue: URITemplate.Value { .text("u\(number)") }
}

@Suite struct TemplatesPageTests {
    @Test func aTemplateIsExpanded() throws {
        let template = try URITemplate("https://example.com/users/{user}/repos{?page,sort}")
        let url = try template.expanded(with: ["user": "Ada L.", "page": 2, "sort": nil])

        #expect(url == "https://example.com/users/Ada%20L./repos?page=2")
        #expect(try URITemplate("/{id}").expanded(with: ["id": UserID(number: 7)]) == "/u7")
    }

    @Test(
        arguments: [
            ("{user}", "user", "a b/c", "a%20b%2Fc"), ("{+path}", "path", "/a b/c", "/a%20b/c"),
            ("{#part}", "part", "top", "#top"),
            ("/files{.format}", "format", "json", "/files.json"), ("{/segments*}", "segments", ["a", "b"], "/a/b"),
            ("{?tags*}", "tags", ["a", "b"], "?tags=a&tags=b"), ("{?tags}", "tags", ["a", "b"], "?tags=a,b"),
            ("?fixed=1{&page}", "page", 2, "?fixed=1&page=2"), ("{name:3}", "name", "Grace", "Gra"),
        ] as [(String, String, any URITemplateVariable & Sendable, String)])
    func tableMatchesTheExpansion(text: String, name: String, value: any URITemplateVariable & Sendable, url: String)
        throws
    {
        #expect(try URITemplate(text).expanded(with: [name: value]) == url)
    }

    @Test func twoVariablesOfOneExpression() throws {
        #expect(try URITemplate("{;x,y}").expanded(with: ["x": 1024, "y": 768]) == ";x=1024;y=768")
    }

    @Test func aMalformedTemplate() {
        do {
            _ = try URITemplate("/users/{user name}")
        } catch {
            print(error)
        }
        let error = #expect(throws: URITemplateError.self) { try URITemplate("/users/{user name}") }
        #expect(
            error?.description == #"the URI template "/users/{user name}" is malformed at character 13: "#
                + #"a comma or a closing brace belongs here, not " ""#)
    }
}
