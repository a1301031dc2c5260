import Foundation
import HTTPIDLCompiler
import OpenAPIImport
import TestSupport
import Testing

/// Published documents become files that `httpidl` accepts.
@Suite(.longComputation, .enabled(if: SharedMaterial.has("vectors/openapi"))) struct VectorTests {
    private static let names = [
        "adyen-balance-platform", "box", "callback-example", "discord", "klaviyo-profiles", "kubernetes-apiextensions",
        "library-custom-verbs", "link-example", "openai", "parameter-styles", "qdrant", "swagger-petstore",
        "swift-openapi-generator-petstore", "swift-package-registry", "twilio-api-2010",
    ]

    /// The imported documents. Each one is imported once for all tests.
    private static let imports = Dictionary(
        uniqueKeysWithValues: names.map { name in
            (name, Result { try importing(name) })
        })

    private static func importing(_ name: String) throws -> ImportedAPI {
        let url = SharedMaterial.folder.appending(path: "vectors/openapi/\(name).json")
        return try OpenAPIImporter().importing([UInt8](Data(contentsOf: url)))
    }

    @Test(arguments: names) func documentBecomesSwiftWithoutWarnings(_ name: String) throws {
        let api = try #require(Self.imports[name]).get()
        var warnings: [String] = []
        let files = try api.swift { warnings.append($0.description) }
        #expect(files.count == api.files.count && warnings.isEmpty, "\(warnings.prefix(3))")
    }

    @Test func nearlyAllOperationsAreSaidInFull() throws {
        var (operations, withEntries) = (0, 0)
        for api in try Self.imports.values.map({ try $0.get() }) {
            operations += api.files.map { $0.text.matches(of: /(?m)^    [A-Z "]*.*\) REQUEST/).count }.reduce(0, +)
            withEntries += Set(api.entries.compactMap(\.operation)).count
        }
        #expect(operations >= 1316)
        #expect(Double(withEntries) / Double(operations) <= 0.03, "\(withEntries) of \(operations)")
    }
}
