import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
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
        Row(url: "https://h/p?q=why?", query: ["a": "1"], expected: "https://h/p?q=why?&a=1"),
        Row(url: "https://h/p??", query: ["a": "1"], expected: "https://h/p??&a=1"),
        Row(url: "https://h/p&", query: ["a": "1"], expected: "https://h/p&?a=1"),
        Row(url: "https://h/p#f", query: ["a": "1"], expected: "https://h/p?a=1#f"),
        Row(url: "https://h/p?x#f?g", query: ["a": "1"], expected: "https://h/p?x&a=1#f?g"),
        Row(url: "https://h/p?x=%20+", query: ["a": "%20+"], expected: "https://h/p?x=%20+&a=%2520%2B"),
        Row(url: "https://h/p", query: .flag("k"), expected: "https://h/p?k"),
        Row(url: "https://h/p", query: ["k": nil], expected: "https://h/p"),
        Row(url: "https://h/p", query: ["k": ""], expected: "https://h/p?k="),
        Row(url: "https://h/p", query: ["": "v"], expected: "https://h/p?=v"),
        Row(url: "https://h/p", query: .flag("", then: ["a": "1"]), expected: "https://h/p?&a=1"),
        Row(url: "https://h/p", query: ["k": nil, "a": "1"], expected: "https://h/p?a=1"),
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
        ("https://exa mple.com/", .malformedURL("https://exa mple.com/")),
        ("https://h:-1/", .malformedURL("https://h:-1/")),
        ("https://[::1/", .malformedURL("https://[::1/")),
        ("https://h\u{0}/", .malformedHost("https://h\u{0}/")),
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
    func invalidURLFailsBeforeSending(url: String) async {
        let connector = ScriptedConnector()

        let error = await failure(of: Connection(TextSpec(url: url, urlQuery: ["a": "1"]), config: .over(connector)))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == Self.refused.first { $0.0 == url }?.1)
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: [
        #"http://evil.example\@127.0.0.1:80/"#, #"https://h\p"#, #"https://u\:p@h/"#, #"https://h:80\@x/"#,
        #"https://h\"#,
        #"https://h\/p"#, #"https://[::1%25a\]/"#, #"HTTP://h\@x"#, #"//evil.example\@h/"#, "https://h%41/",
        "https://%68/",
        "https://h%00/", "https://h%2Fp/", "https://h%2/", "https://é%C3/", "https://u@h%40x/", "https://h\u{1}/",
        "https://h\t/", "https://h\r\nX: y/", "https://h\u{7F}/", "https://[::1\u{1}]/", "https://h:80\u{1}/",
        "https://a..b/", "https://.a/", "https://a../", "https://./", "https://../", "https://u:p@.a:80/",
        "https://ü..b/",
        "https://a..b?q", "https://.a#f", "https://a..b",
    ])
    func ambiguousHostIsRejected(url: String) async {
        let connector = ScriptedConnector()

        let error = await failure(of: Connection(TextSpec(url: url, urlQuery: ["a": "1"]), config: .over(connector)))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == .malformedHost(url))
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: [#"http://evil.example\@api.example.com"#, "http://a%2Fb/v1", "http://a..b"])
    func ambiguousBaseURLIsRejected(base: String) async {
        let connector = ScriptedConnector()
        var config = ConnectionConfig.over(connector)
        config.baseURL = base

        let error = await failure(of: Connection(TextSpec(url: "/users"), config: config))

        #expect(error?.type == .invalidURL)
        #expect(connector.requests.isEmpty)
    }

    /// IDNA maps these characters to "a/c", "/", "@", ":", "?", "#", and "1.".
    @Test(arguments: [
        "https://evil.c℀.h/", "https://evil／.h/", "https://evil＠h/", "https://h：80/", "https://evil？.h/",
        "https://evil＃.h/", "https://h⒈com/",
    ])
    func hostMappingToADelimiterIsRejected(url: String) async {
        let connector = ScriptedConnector()

        let error = await failure(of: Connection(TextSpec(url: url), config: .over(connector)))

        #expect(error?.type == .invalidURL)
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: [
        ("https://example.com./", "https://example.com./"), ("https://example.com.:80/", "https://example.com.:80/"),
        ("https://user%40x:p%5Cass@h/", "https://user%40x:p%5Cass@h/"), ("https://u..v:..@h/", "https://u..v:..@h/"),
        ("https://[fe80::1%25eth0]/", "https://[fe80::1%25eth0]/"), ("https://a_b/", "https://a_b/"),
        ("https://[fe80::1%eth0]/", "https://[fe80::1%25eth0]/"), ("https://faß.de/", "https://xn--fa-hia.de/"),
        (#"https://h/a\..b%41"#, "https://h/a%5C..b%41"), (#"https://h?\%41..@x"#, "https://h?%5C%41..@x"),
        (#"https://h#\@x..y"#, "https://h#%5C@x..y"),
    ])
    func unambiguousHostIsAccepted(url: String, expected: String) async throws {
        let connector = ScriptedConnector(.response(.text("ok")))

        _ = try await Connection(TextSpec(url: url), config: .over(connector)).response()

        #expect(connector.requests.map(\.url.absoluteString) == [expected])
    }

    @Test(arguments: [
        (#"http://user:secret\@h/"#, #"the URL "http://h/" has a backslash before its path"#),
        (#"http://h\p/"#, #"the URL "http://h\\p/" has a backslash before its path"#),
        ("http://user:secret@h%41/", #"the URL "http://h%41/" has a percent-escape in its host"#),
        ("http://user:secret@a..b/?key=secret", #"the URL "http://a..b/" has an empty label in its host"#),
        ("http://h\u{1}/", #"the URL "http://h\u{01}/" has a control character in its host"#),
    ])
    func malformedHostErrorHidesSecrets(url: String, fault: String) {
        let description = "\(InvalidRequest.malformedHost(url))"

        #expect(
            description == fault
                + ", so that clients and servers may see different hosts in it; write the host in letters, digits, hyphens, and periods"
        )
    }
}

extension URLQuery {
    /// A key without a value, and then other pairs.
    fileprivate static func flag(_ key: String, then others: URLQuery = [:]) -> URLQuery {
        URLQuery([KeyValue(key: key, value: nil)] + others.keyValues)
    }
}
