import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct PathSegmentTests {
    @Test(arguments: [
        ("shirt", "shirt"), ("a/b", "a%2Fb"), ("a b?c#d", "a%20b%3Fc%23d"), ("100%", "100%25"), ("%2F", "%252F"),
        ("...", "..."), ("..a", "..a"), ("é", "%C3%A9"), ("-._~", "-._~"), ("\u{0}", "%00"), (" ", "%20"),
        (#"\"#, "%5C"), ("\u{301}", "%CC%81"),
    ])
    func aValueIsOneSegment(value: String, segment: String) async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        let spec = TextSpec(url: "https://h/products/\(segment: value)/reviews")

        _ = try await Connection(spec, config: .over(connector)).response()

        #expect(connector.requests.map(\.url.absoluteString) == ["https://h/products/\(segment)/reviews"])
    }

    @Test func aValueWithADescriptionIsOneSegment() throws {
        let id = try #require(UUID(uuidString: "0B5A4D6E-0000-4000-8000-000000000001"))

        #expect("/users/\(segment: 7)" == "/users/7")
        #expect("/users/\(segment: id)" == "/users/0B5A4D6E-0000-4000-8000-000000000001")
        #expect("/users/\(segment: "a/b"[...])" == "/users/a%2Fb")
    }

    @Test(arguments: ["", ".", ".."], ["", "/reviews", "?q=1", "\u{301}", ".json"])
    func pathChangingSegmentIsNotSent(value: String, rest: String) async {
        let connector = ScriptedConnector()
        let spec = TextSpec(url: "https://h/products/\(segment: value)\(rest)", urlQuery: ["a": "1"])

        let error = await failure(of: Connection(spec, config: .over(connector)))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == .pathSegment("https://h/products/…\(rest)"))
        #expect(connector.requests.isEmpty)
        // The character that stands for the segment is shown nowhere.
        let shown = error.map { "\($0) \($0.request.url) \(CurlCommand($0.request))" } ?? ""
        #expect(!shown.unicodeScalars.contains { $0.value == 0xFDD0 } && !shown.uppercased().contains("%EF%B7%90"))
    }

    @Test func pathChangingBaseURLSegmentIsNotSent() async {
        let connector = ScriptedConnector()
        var config = ConnectionConfig.over(connector)
        config.baseURL = "https://h/\(segment: "")"

        let error = await failure(of: Connection(TextSpec(url: "/users"), config: config))

        #expect(error?.type == .invalidURL)
        #expect(connector.requests.isEmpty)
    }

    @Test(arguments: ["", ".", ".."])
    func templateRejectsAPathChangingSegment(value: String) {
        #expect(throws: URITemplateError.self) { try URITemplate("/products/\(segment: value)/{page}") }
    }

    @Test func theErrorShowsWhereTheValueIs() {
        #expect(
            InvalidRequest.pathSegment("https://u:p@h/products/…/reviews?token=secret").description == """
                a value in the path of the URL "https://h/products/…/reviews" is empty, "." or "..", which would lead \
                to another resource; check the value before you send the request
                """)
    }
}
