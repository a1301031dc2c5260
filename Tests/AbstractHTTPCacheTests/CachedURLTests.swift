import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which requests are for the same URL.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CachedURLTests {
    @Test(arguments: [
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://xn--bcher-kva.example/a", "https://BÜCHER.example./a"),
        ("https://A.example/a", "https://a.example/a"),
        ("https://a.example", "https://a.example:443/"), ("https://a.example./?a", "https://a.example?a"),
        ("https://[0::1]/a#b", "https://[::1]/a"), ("http://127.1/a", "http://127.0.0.1:80/a"),
    ])
    func spellingsOfAURLAreOneURL(first: String, second: String) async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()

        let texts = [try await text(config, first), try await text(config, second)]
        try await config.cache?.remove(#require(URL(string: second)))

        #expect(texts == ["1", "1"])
        #expect(try await text(config, first) == "2")
    }

    @Test(arguments: [
        ("https://bücher.example/a", "https://bucher.example/a"), ("https://a.example/a", "http://a.example/a"),
        ("https://a.example/a", "https://a.example:8443/a"), ("https://a.example/a", "https://a.example/A"),
        ("https://a.example/a", "https://a.example/a/"), ("https://u@a.example/a", "https://a.example/a"),
    ])
    func otherURLsAreOthers(first: String, second: String) async throws {
        let config = Origin(["Cache-Control": "max-age=60"]).config()

        #expect([try await text(config, first), try await text(config, second)] == ["1", "2"])
    }

    @Test func responseToAPostIsStoredForAnySpellingOfItsOwnURL() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "Content-Location": "https://A.example:443/a"])
        let config = origin.config()
        _ = try await HTTP("https://A.example/a").method(.post).asVoid(config: config).response()

        #expect(try await text(config, "https://a.example/a") == "1")
    }

    @Test(arguments: ["https://bücher.example/a", "https://XN--bcher-kva.example.:443/a"])
    func unsafeRequestToAnySpellingRemovesAResponse(url: String) async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        _ = try await text(config, "https://xn--bcher-kva.example/a")

        try await HTTP(url).method(.put).asVoid(config: config).response()

        #expect(try await text(config, "https://xn--bcher-kva.example/a") == "3")
    }

    @Test func noVarySearchIgnoresQueryDifferences() async throws {
        let origin = Origin(["Cache-Control": "max-age=60", "No-Vary-Search": "key-order, params=(\"utm\")"])
        let config = origin.config()

        #expect(try await text(config, "/a?x=1&y=2&utm=3") == "1")
        #expect(try await text(config, "/a?y=2&x=1") == "1")
        #expect(try await text(config, "/a?y=2&x=3") == "2")
        #expect(try await text(config, "/b?y=2&x=1") == "3")
    }

    /// Names that are not ASCII are percent-encoded. Equal strings can have different bytes.
    @Test(arguments: [
        ("params, except=(\"%C3%A9\")", "/a?%C3%A9=1", "/a?%C3%A9=2"),
        ("params=(\"id=1\")", "/a?id=1", "/a?id=2"),
        ("params=(\"utm\")", "/a?q=%C3%A9", "/a?q=e%CC%81"), ("params=(\"utm\")", "/a?q=K", "/a?q=%E2%84%AA"),
    ])
    func noVarySearchKeepsOtherDifferences(rule: String, first: String, second: String) async throws {
        let config = Origin(["Cache-Control": "max-age=60", "No-Vary-Search": rule]).config()

        #expect(try await text(config, first) == "1")
        #expect(try await text(config, second) == "2")
    }
}
