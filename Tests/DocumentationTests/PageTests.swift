import Foundation
import TestSupport
import Testing

/// Every Swift block of the README and of `Documentation/` is in a file of this folder, which compiles and runs it.
/// Those of the page OpenAPI are in `OpenAPIPageTests`, because a target has one client.
///
/// A block of a page that begins with an import defines the names of the page. `Tests/Scripts/page-examples` compiles
/// it with the rest of the page.
@Suite struct PageTests {
    static let pages: [String] = {
        let folder = Project.root.appending(path: "Documentation").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    /// `Tests/Scripts/getting-started` follows two pages, word for word.
    @Test(
        .longComputation,
        arguments: pages.filter { !$0.hasSuffix("GettingStarted.md") && !$0.hasSuffix("StartWithOpenAPI.md") })
    func everySwiftBlockOfAPageIsCompiledHere(page: String) throws {
        let sources = try Project.sources(in: "", ".swift") + Project.sources(in: "../OpenAPIPageTests", ".swift")

        for block in try Project.blocks(of: page, in: "swift")
        where page == "README.md" || block.first?.hasPrefix("import ") != true {
            // Tests/Scripts/scratch-package builds the manifest.
            if block.first?.hasPrefix("// swift-tools-version") == true { continue }
            #expect(
                sources.contains { $0.holds(block) },
                "\(page) has a block that no test has:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: pages)
    func everyIDLBlockOfAPageIsCompiledHere(page: String) throws {
        let files = try Project.sources(in: "API", ".http") + Project.sources(in: "../OpenAPIPageTests/API", ".http")

        for block in try Project.blocks(of: page, in: "idl") {
            #expect(files.contains { $0.holds(block) }, "\(page) has a block that no file has: \(block)")
        }
    }

    /// The manifest, an endpoint, a call, and a test.
    @Test func theFirstScreenHasAtMostThirtyLinesOfCode() throws {
        let start = try #require(try Project.text("README.md").range(of: "## An endpoint, a call, a test"))
        let screen = try Project.text("README.md")[start.upperBound...].components(separatedBy: "\n## ")[0]
        let blocks = screen.components(separatedBy: "```swift\n").dropFirst().map { block in
            block.components(separatedBy: "```")[0].split(separator: "\n")
        }

        #expect(blocks.count == 4)
        #expect(blocks.joined().count <= 30)
    }

    @Test func thePagesAreThere() {
        #expect(Self.pages.count > 5)
    }

    @Test(arguments: pages)
    func everyLinkOfAPageLeadsSomewhere(page: String) throws {
        let text = try Project.text(page)
        let folder = Project.root.appending(path: page).deletingLastPathComponent()

        for match in text.matches(of: /\]\(([^)#]+)[^)]*\)/) where !match.1.hasPrefix("http") {
            let target = folder.appending(path: String(match.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(page) links to \(match.1)")
        }
    }
}

/// The files of the project.
enum Project {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The lines of each block of a language, without indentation and empty lines.
    static func blocks(of page: String, in language: String) throws -> [[String]] {
        let parts = try text(page).components(separatedBy: "```")
        return parts.enumerated().compactMap { index, part in
            index.isMultiple(of: 2) || !part.hasPrefix(language + "\n") ? nil : Array(lines(part).dropFirst())
        }
    }

    /// The lines of each file of this folder, or one within it.
    static func sources(in name: String, _ suffix: String) throws -> [[String]] {
        let folder = root.appending(path: "Tests/DocumentationTests/\(name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.filter { $0.hasSuffix(suffix) }.map { name in
            lines(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

extension [String] {
    /// Whether these lines contain `block` without a gap.
    fileprivate func holds(_ block: [String]) -> Bool {
        indices.contains { self[$0...].starts(with: block) }
    }
}
