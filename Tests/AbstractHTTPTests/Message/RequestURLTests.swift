import AbstractHTTP
import AbstractHTTPTesting
import Testing

/// From the URL text and the query of a spec to the URL of the request.
@Suite struct RequestURLTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var url: String
        var query: URLQuery?
        var expected: String
        var testDescription: String { "\(url.debugDescription) \(query?.keyValues.map(\.key) ?? [])" }
    }

    @Test(arguments: [
        Row(url: "https://h/p", query: nil, expected: "https://h/p"),
        Row(url: "https://h/p", query: [:], expected: "https://h/p"),
        Row(url: "https://h/p", query: ["a": "1"], expected: "https://h/p?a=1"),
        Row(url: "https://h", query: ["a": "1"], expected: "https://h?a=1"),
        Row(url: "https://h/p?", query: ["a": "1"], expected: "https://h/p?a=1"),
        Row(url: "https://h/p?x=y", query: ["a": "1"], expected: "https://h/p?x=y&a=1"),
        Row(url: "https://h/p?x=y&", query: ["a": "1"], expected: "https://h/p?x=y&a=1"),
        Row(url: "https://h/p&", query: ["a": "1"], expected: "https://h/p&?a=1"),
        Row(url: "https://h/p#f", query: ["a": "1"], expected: "https://h/p?a=1#f"),
        Row(url: "https://h/p?x#f?g", query: ["a": "1"], expected: "https://h/p?x&a=1#f?g"),
        Row(url: "https://h/p?x=%20+", query: ["a": "%20+"], expected: "https://h/p?x=%20+&a=%2520%2B"),
        Row(url: "https://h/p", query: ["k": nil], expected: "https://h/p?k"),
        Row(url: "https://h/p", query: ["k": ""], expected: "https://h/p?k="),
        Row(url: "https://h/p", query: ["": "v"], expected: "https://h/p?=v"),
        Row(url: "https://h/p", query: ["": nil, "a": "1"], expected: "https://h/p?&a=1"),
        Row(url: "https://h/p", query: ["b": "2", "a": "1", "b": "3"], expected: "https://h/p?b=2&a=1&b=3"),
        Row(url: "https://h/p", query: ["é": "日本"], expected: "https://h/p?%C3%A9=%E6%97%A5%E6%9C%AC"),
        Row(url: "https://h/%7Euser/a%2Fb", query: nil, expected: "https://h/%7Euser/a%2Fb"),
        Row(url: "https://h/a b", query: nil, expected: "https://h/a%20b"),
        Row(url: "https://h/a b%20c%2F", query: nil, expected: "https://h/a%20b%20c%2F"),
        Row(url: "https://h/{id}|\\^`", query: nil, expected: "https://h/%7Bid%7D%7C%5C%5E%60"),
        Row(url: "https://h/100%", query: nil, expected: "https://h/100%25"),
        Row(url: "https://h/%zz?%", query: nil, expected: "https://h/%25zz?%25"),
        Row(url: "https://h/日本?q=é#ü", query: nil, expected: "https://h/%E6%97%A5%E6%9C%AC?q=%C3%A9#%C3%BC"),
        Row(url: "https://h/?a=[1]#b#c", query: nil, expected: "https://h/?a=%5B1%5D#b%23c"),
        Row(url: "https://h/a\r\nX: y", query: nil, expected: "https://h/a%0D%0AX:%20y"),
        Row(url: "https://bücher.example/", query: nil, expected: "https://xn--bcher-kva.example/"),
        Row(url: "https://[::1]:8080/", query: nil, expected: "https://[::1]:8080/"),
        Row(url: "https://[::1]/", query: nil, expected: "https://[::1]/"),
        Row(url: "https://user:pw@h/", query: nil, expected: "https://user:pw@h/"),
        Row(url: "HTTPS://Host/A", query: nil, expected: "https://Host/A"),
        Row(url: "https://h:/", query: nil, expected: "https://h:/"),
        Row(url: "https://user:pw@h:65535/", query: nil, expected: "https://user:pw@h:65535/"),
    ])
    func theQueryIsKeptAndExtendedAndNothingIsEncodedTwice(row: Row) async throws {
        let connector = ScriptedConnector(.response(.text("ok")))

        _ = try await Connection(TextSpec(url: row.url, urlQuery: row.query), config: .over(connector)).response()

        #expect(connector.requests.map(\.url.absoluteString) == [row.expected])
    }

    static let refused: [(String, InvalidRequest)] = [
        ("", .relativeURL("")),
        ("https://exa mple.com/", .malformedURL("https://exa mple.com/")),
        ("https://h:-1/", .malformedURL("https://h:-1/")),
        ("https://[::1/", .malformedURL("https://[::1/")),
        ("https://h\u{0}/", .malformedURL("https://h\u{0}/")),
        ("/users/7", .relativeURL("/users/7")),
        ("//h/p", .relativeURL("//h/p")),
        ("not a url", .relativeURL("not a url")),
        ("https://u:p@[::1]:99999999999999999999", .portOutOfRange("https://u:p@[::1]:99999999999999999999")),
        ("https:///p", .relativeURL("https:///p")),
        ("mailto:a@b", .relativeURL("mailto:a@b")),
        ("https://h:65536/", .portOutOfRange("https://h:65536/")),
        ("https://h:99999999999999999999/", .portOutOfRange("https://h:99999999999999999999/")),
    ]

    @Test(arguments: refused.map(\.0))
    func aBadURLIsRefusedBeforeAnythingIsSent(url: String) async {
        let connector = ScriptedConnector()

        let error = await failure(of: Connection(TextSpec(url: url, urlQuery: ["a": "1"]), config: .over(connector)))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == Self.refused.first { $0.0 == url }?.1)
        #expect(connector.requests.isEmpty)
    }
}
