import Foundation
import OpenAPIImport
import OpenAPIYAML
import Testing

@Suite struct YAMLDocumentTests {
    private static let bakery = """
        openapi: 3.1.0
        info: {title: Bakery, version: "1"}
        paths:
          /loaves:
            get:
              operationId: list_loaves
              responses:
                200:
                  description: The loaves
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: "#/components/schemas/Loaf"}}
        components:
          schemas:
            Loaf:
              type: object
              properties:
                kind: {type: string, enum: [no, 2026-01-01]}
        """

    @Test func documentIsImported() throws {
        let api = try YAMLDocument(Self.bakery).imported()
        #expect(api.files.map(\.name) == ["client.http", "loaves.http", "models.http"])
        #expect(api.files[1].text.contains("GET(listLoaves) REQUEST"))
        #expect(api.files[2].text.contains("    no = no;\n    _20260101 = 2026-01-01;\n"))
        #expect(api.entries.isEmpty)
    }

    @Test(arguments: [
        ("{b: 1, a: 2}", #"{"b":1,"a":2}"#),
        (
            "[null, ~, true, 'true', yes, No, 0x1F, 1_000, 007, -0.5e3, .inf, \"1\"]",
            #"[null,null,true,"true","yes","No","0x1F","1_000","007",-0.5e3,".inf","1"]"#
        ),
        ("a: &x {b: [1]}\nc: *x", #"{"a":{"b":[1]},"c":{"b":[1]}}"#),
        ("a:\nb: |\n  x\n  y\n", #"{"a":null,"b":"x\ny\n"}"#),
        ("200: ٣", #"{"200":"٣"}"#), (#"a/b: "\"\\\t/\u0001""#, #"{"a/b":"\"\\\t/\u0001"}"#),
    ])
    func valuesAreThoseOfJSON(_ yaml: String, _ json: String) throws {
        #expect(String(decoding: try YAMLDocument(yaml).json, as: UTF8.self) == json)
    }

    @Test(arguments: [
        ("a: [", "2:1: did not find expected node content"),
        ("a: 1\na: 2", "1:1: the member \"a\" is there twice; remove one"),
        ("a: &x {b: 1}\nc:\n  <<: *x", "3:3: OpenAPI has no merge keys; write the members of the anchor here"),
        ("{[a]: 1}", "1:2: the key of a member must be a string"),
        ("", "the document is empty"),
        (String(repeating: "[", count: 600) + String(repeating: "]", count: 600), "1:501: more than 500 levels"),
    ])
    func errorHasItsPlace(_ yaml: String, _ message: String) {
        #expect { try YAMLDocument(yaml) } throws: { "\($0)" == message }
    }

    @Test func errorOfTheImportHasItsPlaceInTheYAML() {
        let broken = Self.bakery.replacing("schemas/Loaf\"", with: "schemas/Bread\"")
        #expect { try YAMLDocument(broken).imported() } throws: { "\($0)".hasPrefix("12:44: #/paths/~1loaves/get/") }
    }

    @Test func aliasesCannotExhaustMemory() {
        let lines = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
        let bomb = "a0: &a0 [x]\n" + lines.joined(separator: "\n")
        #expect { try YAMLDocument(bomb, limit: 1 << 20) } throws: {
            "\($0)".contains("more than 1048576 bytes of JSON")
        }
    }
}
