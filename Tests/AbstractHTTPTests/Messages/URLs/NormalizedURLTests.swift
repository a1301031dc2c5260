import Foundation
import Testing

@testable import AbstractHTTP

/// All spellings of a URL have one form.
@Suite struct NormalizedURLTests {
    @Test(arguments: [
        ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
        ("HTTPS://A.example.:443/B?C#D", "https://a.example/B?C#D"),
        ("http://a.example", "http://a.example/"), ("http://a.example?b", "http://a.example/?b"),
        ("http://a.example:/b", "http://a.example/b"), ("http://a.example:080/b", "http://a.example/b"),
        ("http://127.1:8080/", "http://127.0.0.1:8080/"), ("https://a.example:80/", "https://a.example:80/"),
        ("https://[0::1]:443/", "https://[::1]/"), ("http://[FE80::1%25Eth0]/", "http://[fe80::1%25Eth0]/"),
        ("http://Ada:X@A.example/", "http://Ada:X@a.example/"), ("http://a%2eb/", "http://a.b/"),
        ("http://a%2Fb/", "http://a%2fb/"),
    ])
    func originAndEmptyPathHaveOneForm(text: String, normalized: String) throws {
        let url = try #require(URL(string: text)).absoluteString

        #expect(url.normalizedURL == normalized)
        #expect(normalized.normalizedURL == normalized)
    }

    @Test(arguments: ["", "/a", "ftp://A/", "mailto:a@B", "http:", "http:///a", "https", "invalid:A", "http://a b/"])
    func otherTextStaysAsItIs(text: String) {
        #expect(text.normalizedURL == text)
    }
}
