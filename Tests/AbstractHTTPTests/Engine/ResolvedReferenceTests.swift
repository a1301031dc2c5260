import Foundation
import Testing

@testable import AbstractHTTP

/// References that are resolved as text have the same result as in Foundation.
@Suite struct ResolvedReferenceTests {
    private static let bases = [
        "https://a.example", "https://a.example/", "https://a.example/b", "https://a.example:8080/b/c?d=e/f",
        "http://a.example/b/./c", "http://a.example/b/../c/d", "http://a.example?q=/x", "http://a.example/b%2Fc/d",
        "http://a.example/b//c", "http://user@a.example/b/c", "http://[::1]/b/c", "http://a.example/%2e/b",
    ]

    private static let references = [
        "x", "/x", "x/y", "x/", "/", "x?y=z", "/x?y=/z", "?y", "#y", "x#y", "//b.example/x", "///x", "./x", "../x",
        "x/../y", "x/.", ".", "..", "...", ".x", "x..", "x:y", "mailto:x", "https://b.example/x", "x;y=1", "x,y",
        "x//y",
        "%41", "%", "x y", "é", "x?y=../z", "x/%2e%2e/y", "x[1]", "/x/./y",
    ]

    @Test(arguments: bases, references) func textResolutionMatchesFoundation(base: String, reference: String) throws {
        let url = try #require(URL(string: base))

        #expect(
            url.resolving(reference)
                == URL(string: reference.escapingInvalidURLCharacters(), relativeTo: url)?.absoluteString)
    }
}
