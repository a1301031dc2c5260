import AbstractHTTP
import Testing

/// Templates beyond the published vectors.
@Suite struct URITemplateTests {
    @Test func valuesOfManyTypesAreWritten() throws {
        let template = try URITemplate("/users/{user}{?page,isDraft,ratio,tags*,filter*,sort*}")
        let page: Int64? = 2

        let url = try template.expanded(with: [
            "user": "a b/c", "page": page, "isDraft": true, "ratio": 0.5, "tags": ["x", "y"],
            "filter": ["b": 2, "a": 1],
            "sort": ["z": "1", "a": nil, "y": "2"] as URLQuery,
        ])

        #expect(url == "/users/a%20b%2Fc?page=2&isDraft=true&ratio=0.5&tags=x&tags=y&a=1&b=2&z=1&y=2")
    }

    @Test func missingVariableIsAnErrorAndNilIsOmitted() throws {
        let template = try URITemplate("/users/{user}{?page}")

        #expect(try template.expanded(with: ["user": "x", "page": nil]) == "/users/x")
        let error = #expect(throws: URITemplateError.self) { try template.expanded(with: ["page": 2]) }
        #expect(error == .missingVariable("user", template: "/users/{user}{?page}"))
        #expect(
            error?.description
                == #"the URI template "/users/{user}{?page}" needs a value for user; set it to nil to omit it"#)
    }

    @Test(arguments: [
        ("/id*}", 4, "a closing brace without an opening one"),
        ("/a{b", 2, "an opening brace without a closing one"),
        ("{}", 1, "the name of a variable belongs here"),
        ("{a,}", 3, "the name of a variable belongs here"),
        ("{a..b}", 3, "the name of a variable belongs here"),
        ("{a b}", 2, #"a comma or a closing brace belongs here, not " ""#),
        ("{!a}", 1, #"the operator "!" is kept for extensions"#),
        ("{a:0}", 3, "a length is a number from 1 to 9999"),
        ("é{a:10000}", 4, "a length is a number from 1 to 9999"),
        ("{a:99999999999999999999}", 3, "a length is a number from 1 to 9999"),
    ])
    func aMalformedTemplateSaysWhere(text: String, offset: Int, reason: String) {
        let error = #expect(throws: URITemplateError.self) { try URITemplate(text) }

        #expect(error == .malformed(template: text, offset: offset, reason: reason))
    }

    @Test(arguments: [
        ("{+a:2}", "a%C3%A9x", "a%C3%A9"), ("{+a:1}", "%41b", "%41"), ("{+a:2}", "%zz", "%25z"),
        ("{a:2}", "%41", "%254"), ("{+a:1}", "%C3", "%C3"), ("{+a:1}", "%F0%9D%84%9Ex", "%F0%9D%84%9E"),
        ("{a:3}", "e\u{301}x", "e%CC%81x"), ("{a:9999}", "short", "short"),
    ])
    func prefixLengthCountsCharacters(text: String, value: String, url: String) throws {
        #expect(try URITemplate(text).expanded(with: ["a": value]) == url)
    }

    @Test func aLengthOfAListIsAnError() throws {
        let template = try URITemplate("{a:2}")

        #expect(throws: URITemplateError.prefixOfComposite("a", template: "{a:2}")) {
            try template.expanded(with: ["a": ["x"]])
        }
    }

    @Test func aBraceWithACombiningAccentIsStillABrace() throws {
        #expect(try URITemplate("{a}\u{301}").expanded(with: ["a": "x"]) == "x%CC%81")
    }

    @Test func literalsKeepEscapesAndEncodeInvalidCharacters() throws {
        #expect(try URITemplate("/é %20%zz[x]#'").expanded() == "/%C3%A9%20%20%25zz[x]#'")
    }

    @Test func variableNamesAreListedInOrderOnce() throws {
        #expect(try URITemplate("{b}{/a,b*}{?c:3}").variableNames == ["b", "a", "c"])
    }
}
