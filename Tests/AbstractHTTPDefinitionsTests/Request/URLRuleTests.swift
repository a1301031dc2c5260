import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// How a definition and parameters become a URL, as one table of rules.
@Suite struct URLRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let base: String?
        let prefix: String?
        let path: String
        let parameters: DefinitionParameters
        let url: String
        var testDescription: String { url }

        init(
            _ base: String?, _ prefix: String?, _ path: String, _ parameters: DefinitionParameters = [:], is url: String
        ) {
            (self.base, self.prefix, self.path, self.parameters, self.url) = (base, prefix, path, parameters, url)
        }
    }

    static let rows: [Row] = [
        // A path with a scheme is the whole URL.
        Row("http://a.example/", "p/", "https://b.example/x", is: "https://b.example/x"),
        Row(nil, nil, "https://b.example", is: "https://b.example"),
        Row("http://a.example/", "p/", "{scheme}://b.example/x", ["scheme": "https"], is: "https://b.example/x"),
        Row(nil, nil, "https://{host}/x", ["host": "b.example:8080"], is: "https://b.example:8080/x"),
        Row(
            nil, nil, "https://api-{stage}.example.com:{port}/x", ["stage": "test", "port": 81],
            is: "https://api-test.example.com:81/x"),
        Row(nil, nil, "https://api.{domain}/x", ["domain": "example.com:82"], is: "https://api.example.com:82/x"),
        Row("http://a.example/", nil, "//{h}/x", ["h": "b.example:8080"], is: "http://b.example:8080/x"),
        Row("http://a.example/", nil, "//{h}/x", ["h": "[::1]"], is: "http://[::1]/x"),
        Row("http://a.example/", "/", "/{x}", ["x": "a b"], is: "http://a.example//a%20b"),
        // Otherwise prefix and path are joined as text, and resolved against the base.
        Row("http://example.com/api/", "relative/", "doit", is: "http://example.com/api/relative/doit"),
        Row("http://example.com/api/", "/root/", "doit", is: "http://example.com/root/doit"),
        Row("http://example.com/api/", "relative/", "/doit/", is: "http://example.com/api/relative//doit/"),
        Row("http://example.com/api/", "foo", "bar", is: "http://example.com/api/foobar"),
        Row("http://example.com/api/", nil, "bar", is: "http://example.com/api/bar"),
        Row("http://example.com/api", nil, "bar", is: "http://example.com/bar"),
        Row("http://example.com", nil, "bar", is: "http://example.com/bar"),
        Row("http://example.com/api/", "v2/", "../bar", is: "http://example.com/api/bar"),
        Row("http://example.com/api/", "v2/", "", is: "http://example.com/api/v2/"),
        Row("http://example.com/api/", nil, "", is: "http://example.com/api/"),
        Row("http://example.com/api/?v=1", nil, "bar", is: "http://example.com/api/bar"),
        Row("http://example.com/api/", nil, "?q=1", is: "http://example.com/api/?q=1"),
        Row("http://example.com/api/", nil, "items:find", is: "http://example.com/api/items:find"),
        Row(
            "http://example.com/api/", nil, "to?url=http://b.example/",
            is: "http://example.com/api/to?url=http://b.example/"),
        Row("http://example.com/api/", nil, "主题 1", is: "http://example.com/api/%E4%B8%BB%E9%A2%98%201"),
        Row("http://example.com/api/", nil, "//cdn.example/x", is: "http://cdn.example/x"),
        Row("http://example.com/api/", "https://b.example/v2/", "x", is: "https://b.example/v2/x"),
        Row("http://example.com/api/", "//b.example/v2/", "x", is: "http://example.com//b.example/v2/x"),
        // Joined or filled text never becomes a host.
        Row("http://example.com/api/", "/", "/x", is: "http://example.com//x"),
        // Names in braces are filled, which uses up their parameters.
        Row(
            "http://example.com/", nil, "user/{user_id}/profile", ["user_id": 123],
            is: "http://example.com/user/123/profile"),
        Row("http://example.com/", nil, "{a}/{a}", ["a": "x", "b": 1], is: "http://example.com/x/x?b=1"),
        Row(
            "http://example.com/", nil, "{a}", ["a": "x/y?z#é ü"], is: "http://example.com/x%2Fy%3Fz%23%C3%A9%20%C3%BC"),
        Row(
            "http://example.com/", nil, "x?{key}={value}", ["key": "a&b", "value": "c=d"],
            is: "http://example.com/x?a%26b=c%3Dd"),
        Row("http://{tenant}.example.com/", nil, "x", ["tenant": "acme"], is: "http://acme.example.com/x"),
        Row(
            "https://{region}.example.com/{v}/", "{v}/", "data/{region}/{v}", ["region": "eu", "v": "v1"],
            is: "https://eu.example.com/v1/v1/data/eu/v1"),
        Row("http://example.com/", "{version}/", "x", ["version": "v2"], is: "http://example.com/v2/x"),
        Row(
            "http://example.com/", nil, "{isOpen}/{price}", ["isOpen": true, "price": 1.5],
            is: "http://example.com/true/1.5"),
        Row(
            "http://example.com/", nil, "{id}",
            ["id": UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")],
            is: "http://example.com/6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
        Row(
            "http://example.com/", nil, "users/{ids}", ["ids": [3, 4, "a,b"] as HTTPContent],
            is: "http://example.com/users/3,4,a%2Cb"),
        Row(
            "http://example.com/", nil, "points/{p}", ["p": ["x": 1, "y": 2] as HTTPContent],
            is: "http://example.com/points/x,1,y,2"),
        // An expression of RFC 6570 is filled as that document says.
        Row(
            "http://example.com/", nil, "files{/path*}", ["path": ["a", "b/c"]], is: "http://example.com/files/a/b%2Fc"),
        Row("http://example.com/", nil, "files/{+path}", ["path": "a/b c"], is: "http://example.com/files/a/b%20c"),
        Row(
            "http://example.com/", nil, "a{.format}{;x,y}", ["format": "json", "x": 1],
            is: "http://example.com/a.json;x=1"),
        Row("http://example.com/", nil, "a{?q,page}", ["q": "é", "z": 1], is: "http://example.com/a?q=%C3%A9&z=1"),
        Row(
            "http://example.com/", nil, "a?x=1{&tags*}", ["tags": ["b", "c"]],
            is: "http://example.com/a?x=1&tags=b&tags=c"),
        Row("http://example.com/", nil, "{+path}", ["path": "//b.example/x"], is: "http://example.com//b.example/x"),
        Row(
            "http://example.com/", nil, "{name:3}/{a},{b}", ["name": "Grace", "a": 1, "b": 2],
            is: "http://example.com/Gra/1,2"),
        // A name without a value disappears from a query.
        Row(
            "http://example.com/", nil, "zz://example.com:{port}/{path}?{q1}=b{no-exist}",
            ["port": 8080, "path": "hello-word", "q1": "key1", "key2": "c"],
            is: "zz://example.com:8080/hello-word?key1=b&key2=c"),
        Row("http://example.com/", nil, "x?a={a}&b={b}", ["a": "", "b": nil], is: "http://example.com/x?a=&b="),
        // The remaining parameters follow the query of the URL. A forced query comes before them, with any method.
        Row("http://example.com/", nil, "x?a=1", ["b": 2], is: "http://example.com/x?a=1&b=2"),
        Row(
            "http://example.com/", nil, "x?a=1", ["b": 2, DefinitionParameters.forcedQuery: ["c": 3]],
            is: "http://example.com/x?a=1&c=3&b=2"),
        Row("zz://x/", nil, "zz://x/?a=b", [DefinitionParameters.forcedQuery: ["a2": 123]], is: "zz://x/?a=b&a2=123"),
    ]

    @Test(arguments: rows) func aURLIsMadeByTheRules(_ row: Row) async throws {
        let connector = MockConnector { _ in .json("{}") }
        let api = try DefinitionAPI.over(connector)
        api.baseURL = nil
        var definition = Definition(name: "X", path: row.path)
        (definition.baseURL, definition.pathPrefix) = (row.base, row.prefix)
        try api.store.add(definition)

        let task = await api.finished("X") { $0.parameters = row.parameters }

        #expect(task.error == nil)
        #expect(task.originalRequest?.url.absoluteString == row.url)
    }

    struct BadURL: Sendable {
        let base: String?
        let path: String?
        let parameters: DefinitionParameters
        let reason: String
    }

    static let invalidURLs: [BadURL] = [
        BadURL(base: nil, path: "x", parameters: [:], reason: "set a baseURL"),
        BadURL(base: "http://a.example/", path: nil, parameters: [:], reason: #""X" has no path"#),
        BadURL(base: "a.example", path: "x", parameters: [:], reason: #"write "https://a.example""#),
        BadURL(
            base: "http://a.example/", path: "{id}", parameters: ["id": ".."],
            reason: #""id" cannot be used in the URL"#),
        BadURL(
            base: "http://a.example/", path: "f/{+path}/x", parameters: ["path": "a?b=c"], reason: "ends the path"),
        BadURL(
            base: "http://a.example/", path: "f/{+path}", parameters: ["path": "a?b=c"], reason: "ends the path"),
        BadURL(
            base: "http://a.example/", path: "f/{+path}", parameters: ["path": "../a"], reason: "leads elsewhere"),
        BadURL(
            base: "http://a.example/", path: "f{/path*}", parameters: ["path": ["a", ".."]], reason: "leads elsewhere"),
        BadURL(base: "http://a.example/", path: "f/{+path}", parameters: [:], reason: "missing, nil or empty"),
        BadURL(
            base: "http://a.example/", path: "f{/path*}", parameters: ["path": ["a": ["b": 1]]],
            reason: "is not a string, a number, or a list or a dictionary of them"),
        BadURL(base: nil, path: "https://a.example{.x}/", parameters: ["x": "b"], reason: "change the host"),
        BadURL(
            base: "http://a.example/", path: "users/{+x}/delete", parameters: ["x": ["?a"]], reason: "ends the path"),
        BadURL(
            base: "http://a.example/", path: "users/{+x*}", parameters: ["x": ["?a": "b"] as HTTPContent],
            reason: "ends the path"),
        BadURL(
            base: "http://a.example/", path: ".{id}", parameters: ["id": "."], reason: "segment of the path . or .."),
        BadURL(
            base: "http://a.example/", path: "user/{id}/profile", parameters: [:],
            reason: "the URL needs a value for {id}"),
        BadURL(
            base: "http://a.example/", path: "user/{id}", parameters: ["id": HTTPContent.null],
            reason: "the URL needs a value for {id}"),
        BadURL(
            base: "http://a.example/", path: "user/{id}?x={id}", parameters: ["id": ""],
            reason: "the URL needs a value for {id}"),
        BadURL(
            base: "http://a.example/{v}/", path: "x", parameters: [:], reason: "the URL needs a value for {v}"),
        BadURL(
            base: nil, path: "http://example.com:{port}/x", parameters: [:],
            reason: "the URL needs a value for {port}"),
        BadURL(
            base: "http://a.example/", path: "{id}", parameters: ["id": [[1]]],
            reason: "is not a string, a number, or a list"
        ),
        BadURL(
            base: nil, path: "http://{host}/", parameters: ["host": "a@b"], reason: "is not a scheme, host or port"),
        BadURL(
            base: "http://{host}/", path: "x", parameters: ["host": "a/b"], reason: "is not a scheme, host or port"),
        BadURL(base: "http://{host}/", path: "x", parameters: [:], reason: "the URL needs a value for {host}"),
        BadURL(
            base: "http://a.example/", path: "//{h}.b.example/", parameters: ["h": "c.example/"],
            reason: "is not a scheme, host or port"),
        BadURL(base: "http://a.example{p}/", path: "x", parameters: ["p": ".b.example"], reason: "follows the host"),
        BadURL(base: nil, path: "http://a.example{p}", parameters: ["p": ".b.example"], reason: "follows the host"),
        BadURL(base: "http://a.example/", path: "//a.example{p}/", parameters: ["p": "b"], reason: "follows the host"),
        BadURL(base: #"http://b.example\@a.example/"#, path: "x", parameters: [:], reason: "a backslash"),
        BadURL(base: "http://a.example/", path: #"//b.example\@a.example/"#, parameters: [:], reason: "a backslash"),
        BadURL(base: "http://a%2eexample/", path: "x", parameters: [:], reason: "a percent-escape in its host"),
        BadURL(base: "http://{t}.a.example/", path: "x", parameters: [:], reason: "the URL needs a value for {t}"),
        BadURL(base: "http://a.example/", path: "x{", parameters: [:], reason: #""{" is not a variable"#),
        BadURL(base: "http://a.example/", path: "x{?a,}", parameters: [:], reason: #""{?a,}" is not a variable"#),
        BadURL(
            base: "http://a.example/", path: "x", parameters: [DefinitionParameters.forcedQuery: 1],
            reason: "a value without a key"),
    ]

    @Test(arguments: invalidURLs) func invalidURLFailsBeforeSending(_ invalid: BadURL) async throws {
        let connector = ScriptedConnector()
        let api = try DefinitionAPI.over(connector)
        api.baseURL = nil
        var definition = Definition(name: "X", path: invalid.path)
        definition.baseURL = invalid.base
        try api.store.add(definition)

        let task = await api.finished("X") { $0.parameters = invalid.parameters }

        #expect([.invalidURL, .invalidRequest].contains(task.error?.type))
        #expect(task.error?.description.contains(invalid.reason) == true, "\(task.error.map { "\($0)" } ?? "")")
        #expect(connector.requests.isEmpty)
    }
}
