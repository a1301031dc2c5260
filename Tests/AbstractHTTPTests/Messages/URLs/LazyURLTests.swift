import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP

/// URLs that are parsed when they are needed.
@Suite struct LazyURLTests {
    @Test(arguments: [
        "http://h", "https://api.example.com/v1/users/7?page=2&sort=name%20asc",
        "http://127.0.0.1:8080/a;b=c/d,e#f?g/h",
        "http://h/!$&'()*+,;=:@-._~/%C3%A4?!$&'()*+,;=:@-._~/?#!$&'()*+,;=:@-._~/?", "http://h:/", "http://h//a/../b",
    ])
    func plainURLsAreParsedLazily(text: String) {
        let url = LazyURL(plain: text)

        #expect(url?.text == text)
        #expect(url?.url.absoluteString == text)
        #expect(url?.url == URL(string: text))
    }

    @Test(arguments: [
        "", "/path", "ftp://h/", "HTTP://h/", "http://u@h/", "http://[::1]/", "http://b\u{FC}cher.example/",
        "http://h\\p/", "http://h:65536/", "http://h/a b", "http://h/\u{E4}", "http://h/%", "http://h/%4",
        "http://h/%4g",
        "http://h/#a#b", "http://h/[a]", "http://h/{a}", "http://h/a|b", "http://h/a\\b", "http://h/a^b", "http://h/`",
        "http://h/\"", "http://h/<a>", "http://h/\u{0}", "http://h/\r\n", "http://h/\u{7F}",
    ])
    func otherURLsAreNotLazy(text: String) {
        #expect(LazyURL(plain: text) == nil)
    }

    @Test func foundationParsesEveryPlainURL() throws {
        var random = SplitMix64(seed: 7)
        let pieces =
            Array("aZ09-._~!$&'()*+,;=:@/?#%[]{}|\\^` \u{E4}").map(String.init) + ["%41", "%e4", "//", "/..", "?", "#"]
        var count = 0
        for _ in 0..<20_000 {
            let origin = ["http://h", "https://a.example:8080", "http://1.2.3.4"].randomElement(using: &random) ?? ""
            let rest = (0..<Int.random(in: 0..<8, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            let text = origin + rest.joined()
            guard let lazy = LazyURL(plain: text) else { continue }
            count += 1
            let strict = try #require(URL(string: text, encodingInvalidCharacters: false), "\(text)")
            #expect(lazy.url == strict)
            #expect(strict.absoluteString == text)
            #expect(try URL.request(text) == strict)
        }
        #expect(count > 2_000)
    }

    @Test func requestURLIsKeptAndReplaceable() throws {
        let lazy = try #require(LazyURL(plain: "http://h/a?b"))
        var request = Request(lazy, method: .get, headers: [:])
        let original = request

        request.url.append(path: "c")

        #expect(request.urlText == "http://h/a/c?b")
        #expect(original.url.absoluteString == "http://h/a?b")
    }
}
