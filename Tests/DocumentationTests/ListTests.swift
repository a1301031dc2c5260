import AbstractHTTPTesting
import Foundation
import Testing

/// The lists on pages and in comments are complete. `CONTRIBUTING.md` names these lists.
@Suite struct ListTests {
    @Test func everyEncoderIsOnThePageAndInTheProtocol() throws {
        let (page, file) = try (
            Project.text("Documentation/Content.md"),
            Project.text("Sources/AbstractHTTP/Content/Encoding/ContentEncoder.swift")
        )
        let listing = try Project.text("API/AbstractHTTP.txt")
        let names = listing.matches(of: /extension ContentEncoder where Self == .*\{\n +public static var (\w+):/)

        #expect(names.count > 5)
        #expect(names.map { "| `.\($0.1)` |" }.filter { !page.contains($0) } == [])
        #expect(try conformers(to: "ContentEncoder").filter { !file.contains("``\($0)``") } == [])
    }

    @Test func everyDecoderIsOnThePageAndInTheProtocol() throws {
        let (page, file) = try (
            Project.text("Documentation/Content.md"),
            Project.text("Sources/AbstractHTTP/Content/Decoding/ContentDecoder.swift")
        )
        let decoders = try conformers(to: "ContentDecoder")

        #expect(decoders.count > 4)
        #expect(decoders.filter { !page.contains($0) || !file.contains("``\($0)``") } == [])
    }

    @Test(arguments: ["RecoveryPolicy", "RequestAdapter", "HTTPMiddleware", "HTTPConnector"])
    func everyHookOfTheFrameworkIsOnAPage(hook: String) throws {
        let pages = try PageTests.pages.map { try Project.text($0) }
        let types = try conformers(to: hook)

        #expect(!types.isEmpty)
        #expect(types.filter { type in !pages.contains { $0.contains("`\(type)") } } == [])
    }

    @Test func everyMethodOfAListenerIsAnEventOfTheRecorder() throws {
        let listing = try Project.text("API/AbstractHTTP.txt")
        let protocols = listing.matches(of: /public protocol Connection(|Response|Error)Listener : [^}]*\}/)
        let methods = Set(protocols.flatMap { $0.0.matches(of: /func (\w+)\(/).map { String($0.1) } })
        let closures: Set = ["onSuccess", "onError"]

        #expect(protocols.count == 3)
        #expect(Set(EventRecorder.Event.allCases.map(\.rawValue)) == methods.union(closures))
    }

    @Test(arguments: EventRecorder.Event.allCases)
    func everyEventIsOnThePages(event: EventRecorder.Event) throws {
        // Architecture.md combines the events of failures as `on…Error`.
        let onlyInConnections: [EventRecorder.Event] = [
            .onNetworkError, .onResponseError, .onParseError, .onValidationError,
        ]
        let name = event == .onError ? "addOnError" : event.rawValue

        #expect(try Project.text("Documentation/Connections.md").contains(name))
        if !onlyInConnections.contains(event) {
            #expect(try Project.text("Documentation/Architecture.md").contains(name))
        }
    }

    @Test func everyAnnotationIsOnThePageAndInTheFixtures() throws {
        let page = try Project.text("Documentation/Services.md")
        let corpus = try Project.text("Tests/Fixtures/Services/Corpus/Shapes.txt")
        let misuses = try Project.text("Tests/Fixtures/Services/Misuses.txt")
        let listing = try Project.text("API/AbstractHTTPServices.txt")
        let names = Set(listing.matches(of: /macro (\w+)(?:<.*>)?\(.*type: "AnnotationMacro"/).map { "@\($0.1)" })
        let methods: Set = ["@GET", "@POST", "@PUT", "@DELETE", "@PATCH", "@HEAD", "@OPTIONS"]

        #expect(names.isSuperset(of: methods) && names.count > 14)
        #expect(names.filter { !page.contains("`\($0)") } == [])
        #expect(names.filter { !corpus.contains($0) } == [])
        #expect(names.subtracting(methods).filter { !misuses.contains($0) } == [])
    }

    @Test func everyBrokenRuleOfConnectorsIsOnItsPage() throws {
        // The page combines these rules in two rows.
        let combined = ["a truncated ", "a body with the unknown coding "]
        let (page, curl) = try (
            Project.text("Documentation/Connectors.md"), Project.text("Documentation/Curl.md")
        )
        let broken = ConformanceCase.brokenByURLSession + ConformanceCase.fatalToURLSession

        #expect(broken.filter { rule in !combined.contains { rule.hasPrefix($0) } && !page.hasRow(of: rule) } == [])
        #expect(ConformanceCase.brokenByLibcurl.filter { !curl.hasRow(of: $0) } == [])
    }

    @Test func everyFileThatCONTRIBUTINGNamesExists() throws {
        let paths = Project.paths
        let spans = try Project.text("CONTRIBUTING.md").matches(of: /`([^`\s]+)`/).map { String($0.1) }
        let named = spans.filter { $0.wholeMatch(of: /\w[\w+.\/\-]*(\/[\w+.\-]+|\.(swift|md|txt))/) != nil }

        #expect(named.count > 60)
        #expect(named.filter { name in !paths.contains { $0.hasSuffix("/\(name)") } } == [])
    }

    /// The public types of all modules that conform to a protocol of the core.
    private func conformers(to name: String) throws -> [String] {
        let folder = Project.root.appending(path: "API")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try files.flatMap { file in
            try Project.text("API/\(file)").matches(of: /(?:struct|class|enum|extension) (\w+) : (.*)\{/)
                .filter { $0.2.split(whereSeparator: { ", ".contains($0) }).contains { $0 == "AbstractHTTP.\(name)" } }
                .map { String($0.1) }
        }
    }
}

extension Project {
    /// The paths of all files and folders that are not hidden.
    fileprivate static var paths: [String] {
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return found?.compactMap { ($0 as? URL)?.path } ?? []
    }
}

extension String {
    /// Whether a table has a row that begins with this text.
    fileprivate func hasRow(of text: String) -> Bool { contains("\n| \(text) |") }
}
