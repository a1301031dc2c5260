import Foundation
import Testing

/// Each public type hides secrets in its descriptions, or holds no text.
@Suite(.timeLimit(.minutes(5))) struct PublicTypesTests {
    @Test func everyPublicTypeHasARow() throws {
        let types = try PublicType.all()
        let rows = PublicType.rows.map(\.name) + PublicType.textless.flatMap(\.names)

        #expect(types.count > 200)
        #expect(Set(types).subtracting(rows).sorted() == [], "no row for these types")
        #expect(Set(rows).subtracting(types).sorted() == [], "no type for these rows")
        #expect(rows.count == Set(rows).count, "two rows for a type")
    }

    @Test(arguments: PublicType.rows)
    func noSecretIsShown(row: PublicType) async throws {
        try await Place(values: row.name, row.values).check(hiding: PublicType.canary)
    }
}

/// A public type, and values of it that have the canary in every place that can have a secret.
struct PublicType: Sendable, CustomTestStringConvertible {
    static let canary = "s3cr3t-canary"

    let name: String
    let values: @Sendable () async throws -> [Any]

    var testDescription: String { name }

    init(_ name: String, _ values: @escaping @Sendable () async throws -> [Any]) {
        (self.name, self.values) = (name, values)
    }

    static let rows: [PublicType] = [
        messages, contents, connections, errors, streams, pages, caches, definitions, styles, fakes,
    ].flatMap(\.self)

    /// The names of all public types, such as `AbstractHTTP.URITemplate.Value`.
    static func all() throws -> [String] {
        let folder = Project.root.appending(path: "API")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "txt" }.flatMap { file in
            types(of: try String(contentsOf: file, encoding: .utf8), file.deletingPathExtension().lastPathComponent)
        }
    }

    /// The types that a listing declares, each after the types and extensions around it.
    private static func types(of listing: String, _ module: String) -> [String] {
        let declaration = /^( *)(?:.*\b)?(struct|class|enum|actor|extension) ([A-Za-z0-9_.]+).*\{$/
        var (around, types): ([String], [String]) = ([], [])
        for line in listing.split(separator: "\n") {
            guard let match = try? declaration.firstMatch(in: line) else { continue }
            let depth = match.1.count / 4
            around = Array(around.prefix(depth)) + [String(match.3)]
            if match.2 != "extension" { types.append(([module] + around).joined(separator: ".")) }
        }
        return types
    }
}
