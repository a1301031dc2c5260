import Foundation
import Testing

@testable import AbstractHTTP

@Suite struct RedactionTests {
    @Test(arguments: [
        ("https://a.example/?token=s&page=1", "https://a.example/?token=REDACTED&page=1"),
        ("https://a.example/?PassWord=s", "https://a.example/?PassWord=REDACTED"),
        ("https://a.example/?pass%77ord=s", "https://a.example/?pass%77ord=REDACTED"),
        (
            "https://a.example/?user%5Bpassword%5D=s&user.password=s",
            "https://a.example/?user%5Bpassword%5D=REDACTED&user.password=REDACTED"
        ),
        ("https://a.example/?passwords=s&token", "https://a.example/?passwords=REDACTED&token"),
        ("https://a.example/?page_token=s&sort_key=s", "https://a.example/?page_token=s&sort_key=s"),
        (
            "https://a.example/?to=https%3A%2F%2Fb.example%2F%3Ftoken%3Ds%26a%3D1",
            "https://a.example/?to=https%3A%2F%2Fb.example%2F%3Ftoken%3DREDACTED%26a%3D1"
        ),
        (
            "https://a.example/?variables=%7B%22password%22%3A%22s%22%7D",
            "https://a.example/?variables=%7B%22password%22%3A%22REDACTED%22%7D"
        ),
        ("https://me:s@a.example/p@q?x=a@b", "https://a.example/p@q?x=a@b"),
        ("https://a.example/#token=s", "https://a.example/"),
        ("https://a.example/?accessToken=s&api-key=s", "https://a.example/?accessToken=REDACTED&api-key=REDACTED"),
        ("https://a.example/?a=1#?token=s", "https://a.example/?a=1"),
    ])
    func secretsInAURLAreLeftOut(url: String, shown: String) throws {
        let request = Request(url: try #require(URL(string: url)))

        #expect(CurlCommand(request).description == "curl -g --path-as-is --url '\(shown)'")
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "user=ada&password=s", "user=ada&password=REDACTED"),
        ("application/json", #"{"user":"ada","password":"s"}"#, #"{"password":"REDACTED","user":"ada"}"#),
        ("application/json; charset=utf-8", #"[{"a":{"Token":{"x":1}}}]"#, #"[{"a":{"Token":"REDACTED"}}]"#),
        ("application/vnd.api+json", #"{"token":null}"#, #"{"token":"REDACTED"}"#),
        // A body without secrets is shown as it was sent.
        ("application/json", #"{"z": 1.0, "a": "é/"}"#, #"{"z": 1.0, "a": "é/"}"#),
        ("text/plain", "password=s", "password=REDACTED"),
        ("text/plain", "a page_token=s, and the tokens: 5", "a page_token=s, and the tokens: 5"),
        (
            "application/xml", #"<a><password type="x">s</password></a>"#,
            #"<a><password type="REDACTED">REDACTED</password></a>"#
        ),
        ("application/xml", "<l:Token><![CDATA[s]]></l:Token><pin/>", "<l:Token>REDACTED</l:Token><pin/>"),
        ("application/xml", #"<user password="s" name="ada"/>"#, #"<user password="REDACTED" name="ada"/>"#),
        (
            "application/graphql", #"mutation { login(user: "ada", password: "s\"x") { name } }"#,
            #"mutation { login(user: "ada", password: "REDACTED") { name } }"#
        ),
        ("text/plain", "see https://u:p@a.example/?token=s for more", "see https://a.example/?token=REDACTED for more"),
        ("text/plain", "Authorization: bearer abcdefgh", "Authorization: bearer REDACTED"),
        ("text/plain", "id eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 end", "id REDACTED end"),
        ("text/plain", #"Basic realm="a", Bearer error=x"#, #"Basic realm="a", Bearer error=x"#),
        ("application/json", #"{"a":"https://u:p@b.example/?sig=s"}"#, #"{"a":"https://b.example/?sig=REDACTED"}"#),
        ("application/json", #"{"a":"{\"token\":\"s\"}"}"#, #"{"a":"{\"token\":\"REDACTED\"}"}"#),
        (
            "application/json", #"{"query":"{ a(token: \"s\") }","variables":{"apiKey":"s"}}"#,
            #"{"query":"{ a(token: \"REDACTED\") }","variables":{"apiKey":"REDACTED"}}"#
        ),
        ("application/json;\u{301}", #"{"token":"s"}"#, #"{"token":"REDACTED"}"#),
        ("application/json", #"{"clientSecret":"s"}"#, #"{"clientSecret":"REDACTED"}"#),
        ("application/x-www-form-urlencoded", "password=\u{301}s", "password=REDACTED"),
        ("application/x-www-form-urlencoded", "a=&\u{301}password=s", "a=&\u{301}password=REDACTED"),
        ("application/x-www-form-urlencoded", "a=1;password=s;t&b=2", "a=1;password=REDACTED&b=2"),
        ("application/x-www-form-urlencoded", "a;b=1;c;password=s", "a;b=1;c;password=REDACTED"),
        ("application/x-www-form-urlencoded", "a=1;b=2;=3;", "a=1;b=2;=3;"),
    ])
    func secretsInABodyAreLeftOut(type: String, body: String, shown: String) throws {
        let command = CurlCommand(request(type, body)).description

        #expect(command.hasSuffix("--data-raw '\(shown)'"))
    }

    @Test(arguments: [
        (
            "Link", "<https://a.example/?page=2&token=s>; rel=\"next\", </a?sig=s#s>; rel=prev",
            """
            <https://a.example/?page=2&token=REDACTED>; rel="next", </a?sig=REDACTED>; rel=prev
            """
        ),
        ("Link", "<https://u:p@a.example/", "<https://a.example/"),
        ("Link", "none <", "none <"),
        ("Refresh", "5; URL=https://u:p@a.example/?code=s&a=1", "5; URL=https://a.example/?code=REDACTED&a=1"),
        ("Refresh", "0;https://a.example/?url=1&code=s", "0;https://a.example/?url=1&code=REDACTED"),
        ("Refresh", "0", "0"),
        ("Location", "/?code=s", "/?code=REDACTED"),
    ])
    func secretsInURLsInFieldsAreLeftOut(name: String, value: String, shown: String) {
        let field = HTTPHeaders.Field(name: HTTPHeaderName(rawValue: name), value: value)

        #expect(Redaction().value(of: field) == shown)
    }

    @Test func multipartDataBodyIsNotShown() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns\r\n--b--"

        #expect(
            CurlCommand(request("multipart/form-data; boundary=b", body)).description.contains("# without the body, "))
    }

    @Test(arguments: [#"{"password":"s""#, "password", String(repeating: "[", count: 100_000)])
    func malformedJSONBodyIsNotShown(body: String) throws {
        let command = CurlCommand(request("application/json", String(body.prefix(10_000)))).description

        #expect(command.contains("# without the body, "))
        #expect(!command.contains("--data"))
    }

    @Test func disabledRedactionShowsSecrets() throws {
        var request = request("application/json", #"{"token":"s"}"#)
        request.headers["Authorization"] = "Bearer s"

        let command = CurlCommand(request, redacting: .none).description

        #expect(command.contains("'Authorization: Bearer s'") && command.contains(#"--data-raw '{"token":"s"}'"#))
    }

    private func request(_ type: String, _ body: String) -> Request {
        Request(
            url: URL(filePath: "/"), method: .post, headers: ["Content-Type": type], body: .data(Data(body.utf8)))
    }
}
