import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Whose response a user gets.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CacheUserTests {
    @Test func usersDoNotSeeEachOthersResponses() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        let config = origin.config()
        func text(_ headers: [String: String]) async throws -> String {
            try await HTTP("/a").headers(headers).asString(config: config).response()
        }

        #expect(try await text(["Authorization": "Bearer ada"]) == "1")
        #expect(try await text(["Authorization": "Bearer eve"]) == "2")
        #expect(try await text(["Cookie": "sid=ada"]) == "3")
        #expect(try await text([:]) == "4")
        #expect(try await text(["Authorization": "Bearer ada"]) == "1")
        try await config.cache?.remove(try #require(URL(string: "https://example.com/a")))
        #expect(try await text(["Authorization": "Bearer eve"]) == "5")
    }

    @Test func usersWhoseCredentialsDifferOnlyInTheirBytesAreApart() async throws {
        let config = Origin(["Cache-Control": "max-age=60"]).config()
        func text(_ key: String) async throws -> String {
            try await HTTP("/a").headers(["X-API-Key": key]).asString(config: config).response()
        }

        // These two are equal as strings.
        #expect(try await text("\u{E9}") == "1")
        #expect(try await text("e\u{301}") == "2")
    }

    @Test func theCacheSeesTheCookiesOfAJar() async throws {
        let origin = Origin(["Cache-Control": "max-age=60"])
        var config = origin.config()
        let jar = CookieJar()
        // The order in which they are set makes no difference.
        config.cookieJar = jar

        #expect(try await text(config) == "1")
        jar.insert([Cookie(name: "sid", value: "1", domain: "example.com")])
        #expect(try await text(config) == "2")
        jar.removeAll()
        #expect(try await text(config) == "1")
    }
}
