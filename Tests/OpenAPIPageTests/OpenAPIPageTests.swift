import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import OpenAPIImport
import TestSupport
import Testing

/// The page OpenAPI: the files in `API` are imported from the document of the page.
@Suite struct OpenAPIPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The document of the page.
    private static var document: String {
        get throws {
            let page = try String(contentsOf: root.appending(path: "Documentation/OpenAPI.md"), encoding: .utf8)
            let blocks = page.components(separatedBy: "```json\n")
            return blocks[1].components(separatedBy: "```")[0]
        }
    }

    @Test func filesAreThoseOfTheDocument() throws {
        let api = try OpenAPIImporter().importing(Array(Self.document.utf8))
        #expect(api.files.map(\.name) == ["client.http", "loaves.http", "models.http"] && api.entries.isEmpty)
        for file in api.files {
            let url = Self.root.appending(path: "Tests/OpenAPIPageTests/API/\(file.name)")
            #expect(try String(contentsOf: url, encoding: .utf8) == file.text)
            #expect(file.isUnchanged && !ImportedFile(name: file.name, text: file.text + "\n").isUnchanged)
        }
    }

    @Test func operationsAreCalled() async throws {
        let connector = MockConnector { _ in .json(#"[{"id": 7, "kind": "rye", "baked_at": null}]"#) }
        let config = ConnectionConfig(connector: connector)

        let bakery = Bakery(token: .secret("8a1f"), client: BaseClient(config: config))
        let loaves = try await bakery.loaves.listLoaves(maxPrice: 5).body
        print(loaves[0].kind == .rye, loaves[0].bakedAt ?? .distantPast)

        #expect(loaves.map(\.id) == [7] && loaves[0].kind == .rye && loaves[0].bakedAt == nil)
    }

    @Test func requestIsThatOfTheDocument() async throws {
        let connector = MockConnector { request in
            #expect(request.url.absoluteString == "https://bakery.example.com/loaves?max_price=5")
            #expect(request.headers["Authorization"] == "Bearer 8a1f")
            return .json("[]")
        }
        let client = BaseClient(config: ConnectionConfig(connector: connector))
        #expect(try await Bakery(token: .secret("8a1f"), client: client).loaves.listLoaves(maxPrice: 5).body.isEmpty)
    }

    @Test func partOfADocumentIsImported() throws {
        let document = try Data(Self.document.utf8)

        let api = try OpenAPIImporter(selection: .init(tags: ["loaves"])).importing(Array(document))
        for file in api.files { print(file.name, file.text.count) }
        for entry in api.entries { print(entry) }

        #expect(api.files.count == 3)
    }
}
