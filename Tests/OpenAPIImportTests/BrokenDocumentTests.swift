import AbstractHTTPTesting
import Foundation
import HTTPIDLCompiler
import OpenAPIImport
import TestSupport
import Testing

/// A broken document is an error with its place, and no document traps or gets code into the files.
@Suite struct BrokenDocumentTests {
    @Test(arguments: [
        ("", "1:1: this is not JSON: it ends too early"), ("[]", "1:1: an OpenAPI document is an object"),
        ("{}", #"1:1: there is no member "openapi""#),
        (#"{"swagger": "2.0"}"#, "1:13: #/swagger: this is a document of Swagger 2"),
        (#"{"openapi": "2.5"}"#, #"1:13: #/openapi: the version "2.5" is not supported"#),
        (#"{"openapi": "3.0.0", "paths": {}}"#, "no operation is selected"),
        (
            ##"{"openapi": "3.0.0", "paths": {"/a": {"get": {"requestBody": {"$ref": "#/nowhere"}, "responses": {}}}}}"##,
            ##"1:62: #/paths/~1a/get/requestBody: there is nothing at "#/nowhere""##
        ),
        (
            ##"{"openapi": "3.0.0", "paths": {"/a": {"get": {"responses": {"200": {"$ref": "other.json#/a"}}}}}}"##,
            "is in another document"
        ),
        (
            ##"{"openapi": "3.0.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}}"##, "this reference refers to itself"
        ),
        (
            #"{"openapi": "3.0.0", "paths": {"/a": {"get": {"parameters": [{"in": "query"}]}}}}"#,
            "needs \"name\" and \"in\""
        ),
    ]) func brokenDocumentIsAnErrorWithItsPlace(_ text: String, _ message: String) {
        let error = #expect(throws: ImportError.self) { try OpenAPIImporter().importing(Array(text.utf8)) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test(.longComputation) func documentOf50MegabytesIsImportedOrAnError() throws {
        let size = 50_000_000
        let text = String(repeating: "x", count: size / 500)
        // An extension is skipped, and a description is written to the files.
        let members = (0..<500).map { #""m\#($0)": {"\#($0 % 5 == 0 ? "description" : "x-note")": "\#(text)"}"# }
        let schemas = #"{"A": {"type": "object", "properties": {\#(members.joined(separator: ", "))}}}"#
        #expect(try declarations(of: schemas).count == 602)

        for (text, message) in [
            (String(repeating: " ", count: size) + "{", "this is not JSON: it ends too early"),
            (String(repeating: #"{"a":"#, count: size / 5), "it has more than 512 levels"),
        ] {
            #expect {
                try OpenAPIImporter().importing(Array(text.utf8))
            } throws: { "\($0)".contains(message) }
        }
    }

    @Test(.longComputation, arguments: [190, 5000]) func longChainOfReferencesDoesNotTrap(_ count: Int) throws {
        let schemas = (0..<count).map {
            ##""S\##($0)": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/S\##($0 + 1)"}}}"##
        }
        let text = "{\(schemas.joined(separator: ",")), \"S\(count)\": {\"type\": \"string\"}}"
        let paths =
            ##"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}}}}}"##
        let api = try imported(paths: paths, schemas: text)
        #expect(api.files.contains { $0.text.contains("STRUCT S\(count - 1) {") })
    }

    /// Text that would be code if it left its place.
    private static let canaries = [
        "*/ } STRUCT Canary { INT64 x; } /*", #""; } STRUCT Canary { INT64 x; } STRUCT C { STRING a DEFAULT ""#,
        "a; } STRUCT Canary { INT64 x; } STRUCT C { STRING b", "}\n}\nSTRUCT Canary { INT64 x; }", "\\(fatalError())",
        "`class`", "operator", "", "\u{2028}STRUCT Canary {}", "${x}", "init", "-", "1", "日本", "/*", "//", "\u{0}",
    ]

    /// 300, or any other number: `ABSTRACTHTTP_IMPORT_FUZZ=3000`.
    private static let documents =
        ProcessInfo.processInfo.environment["ABSTRACTHTTP_IMPORT_FUZZ"].flatMap { Int($0) } ?? 300

    @Test(.longComputation, .enabled(if: SharedMaterial.has("vectors/openapi")))
    func mutatedDocumentsNeitherTrapNorInjectCode() throws {
        var random = SplitMix64(seed: 55)
        let names = [
            "swagger-petstore", "swift-openapi-generator-petstore", "parameter-styles", "swift-package-registry",
        ]
        let documents = try names.map { try SharedMaterial.text("vectors/openapi/\($0).json") }
        var accepted = 0
        for number in 0..<Self.documents {
            let text = Self.mutated(documents[number % documents.count], &random)
            guard let api = try? OpenAPIImporter().importing(Array(text.utf8)) else { continue }
            accepted += 1
            do {
                #expect(try !api.swift().contains { $0.text.contains("struct Canary") }, "\(number)")
            } catch {
                Issue.record("document \(number): \(error)")
            }
        }
        #expect(accepted > Self.documents / 3)
    }

    /// Replaces strings, keys, and values of a document.
    private static func mutated(_ text: String, _ random: inout SplitMix64) -> String {
        var parts = text.components(separatedBy: "\"")
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var index = Int.random(in: 1..<parts.count - 1, using: &random)
            let isPunctuation = Int.random(in: 0..<8, using: &random) == 0
            if index.isMultiple(of: 2) != isPunctuation { index -= 1 }
            if isPunctuation {
                parts[index] =
                    [": null, ", ": {}, ", ": [], ", ": 7, ", ": true, ", parts[index]].randomElement(using: &random)
                    ?? ""
            } else {
                let canary =
                    Int.random(in: 0..<4, using: &random) > 0
                    ? canaries.randomElement(using: &random) : parts.randomElement(using: &random)
                parts[index] = (canary ?? "").jsonEscaped
            }
        }
        return parts.joined(separator: "\"")
    }
}

extension String {
    fileprivate var jsonEscaped: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
            default: String(scalar)
            }
        }.joined()
    }
}
