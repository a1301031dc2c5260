import Testing

@testable import AbstractHTTP

/// The scheme, host, and port of a URL, as they are written.
@Suite struct HTTPOriginTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var url: String
        var origin: String
        var isSecure = false
        var isPlain = true
        var testDescription: String { url }
    }

    @Test(arguments: [
        Row(url: "http://h", origin: "http://h"),
        Row(url: "https://h", origin: "https://h", isSecure: true),
        Row(url: "http://A-1.example/p", origin: "http://A-1.example"),
        Row(url: "http://127.0.0.1:8080?q", origin: "http://127.0.0.1:8080"),
        Row(url: "http://h:65535#f", origin: "http://h:65535"),
        Row(url: "http://h:/", origin: "http://h:"),
        Row(url: "http://h:65536/", origin: "http://h:65536", isPlain: false),
        Row(url: "http://h:000080/", origin: "http://h:000080", isPlain: false),
        Row(url: "http://h:8a/", origin: "http://h:8a", isPlain: false),
        Row(url: "http://h:8:0/", origin: "http://h:8:0", isPlain: false),
        Row(url: "HTTP://h/", origin: "HTTP://h", isPlain: false),
        Row(url: "hTtPs://h/", origin: "hTtPs://h", isSecure: true, isPlain: false),
        Row(url: "http://u:p@h:80/", origin: "http://u:p@h:80", isPlain: false),
        Row(url: "http://u@h/", origin: "http://u@h", isPlain: false),
        Row(url: "http://[::1]:80/", origin: "http://[::1]:80", isPlain: false),
        Row(url: "http://b\u{FC}cher.example/", origin: "http://b\u{FC}cher.example", isPlain: false),
        Row(url: "http://h%41/", origin: "http://h%41", isPlain: false),
        Row(url: "http://h_1/", origin: "http://h_1", isPlain: false),
        Row(url: "http://h\\p/", origin: "http://h\\p", isPlain: false),
        Row(url: "http://h.", origin: "http://h."),
        Row(url: "http://a.b.c.:80/", origin: "http://a.b.c.:80"),
        Row(url: "http://a..b/", origin: "http://a..b", isPlain: false),
        Row(url: "http://.a/", origin: "http://.a", isPlain: false),
        Row(url: "http://a..:80/", origin: "http://a..:80", isPlain: false),
        Row(url: "http:///p", origin: "http:///p", isPlain: false),
        Row(url: "http:/h/p", origin: "http:/h", isPlain: false),
        Row(url: "http:h/p", origin: "http:h", isPlain: false),
        Row(url: "http://", origin: "http://", isPlain: false),
        Row(url: "http:", origin: "http:", isPlain: false),
    ])
    func originIsTheTextBeforeThePath(row: Row) {
        let expected = HTTPOrigin(isSecure: row.isSecure, byteCount: row.origin.utf8.count, isPlain: row.isPlain)

        #expect(HTTPOrigin(of: row.url) == expected)
    }

    @Test(arguments: [
        "", "h", "http", "https", "httpx://h", "httpss://h", "ftp://h", "://h", "//h", "/p", "ht\u{0}p://h",
    ])
    func otherSchemesHaveNoOrigin(url: String) {
        #expect(HTTPOrigin(of: url) == nil)
    }
}
