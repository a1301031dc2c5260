import Foundation
import TestSupport
import Testing

/// A misuse is an error on its characters, both in the answer of the plugin and in the output of the compiler.
@Suite struct MisuseTests {
    @Test func everyMisuseHasAnExpectation() {
        #expect(Misuse.all.count > 80)
        #expect(Misuse.all.filter { $0.expectations.isEmpty }.map(\.name) == [])
    }

    @Test func pluginReportsEachMisuseAtItsPlace() async throws {
        let answers = try await Plugin.answers(to: Misuse.all.map { try $0.message })

        for (misuse, answer) in zip(Misuse.all, answers) {
            let result = try JSONDecoder().decode(ExpansionAnswer.self, from: answer).expandMacroResult
            let told = result.diagnostics.map(Misuse.Expectation.init)
            #expect(Set(told) == Set(misuse.expectations), "\(misuse.name)")
        }
    }

    @Test func privateModelInAnotherTypeIsRefused() async throws {
        var message = ExpansionMessage("JSONModel", on: "@JSONModel private struct Item { var id: Int }", offset: 0)
        message.expandAttachedMacro.lexicalContext = [
            .init(kind: "declaration", source: "enum Shop {}", location: .init(offset: 0))
        ]

        let answers = try await Plugin.answers(to: [message.data])
        let result = try JSONDecoder().decode(ExpansionAnswer.self, from: answers[0]).expandMacroResult

        let text = "an extension, which cannot see a private type in another one; write 'fileprivate'"
        #expect(result.diagnostics.map(\.message) == ["@JSONModel writes \(text)"])
        #expect(result.diagnostics.first?.fixIts.first?.changes.first?.newText == "fileprivate")
    }

    @Test(.timeLimit(.minutes(5))) func compilerReportsEachMisuseAtItsPlace() async throws {
        let text = try String(contentsOf: Misuse.file, encoding: .utf8)
        let cases = Misuse.all.filter(\.isForCompiler)
        let folder = try TemporaryFolder()
        let source = folder.url.appending(path: "Misuses.swift")
        try text.blanking(Misuse.all.filter { !$0.isForCompiler }).write(to: source, atomically: true, encoding: .utf8)

        let printed = try await Compiler.messages(
            in: source, importing: "AbstractHTTPServices",
            ["-load-plugin-executable", "\(Plugin.url().path)#AbstractHTTPMacros"])

        #expect(cases.count > 75)
        for misuse in cases {
            let expected = misuse.expectations.map { expectation in
                let (line, column) = text.place(of: expectation.offset)
                let message = Compiler.Message(line: line, column: column, text: expectation.message)
                return (severity: expectation.severity, message: message)
            }
            let missing = expected.filter { printed[$0.severity]?.contains($0.message) != true }
            #expect(missing.map(\.message) == [], "\(misuse.name)")
        }
    }
}

extension Misuse {
    /// The message that the compiler would send.
    var message: Data {
        get throws {
            for macro in ["Service", "Spec", "JSONModel"] {
                guard let start = source.range(of: "\n@\(macro)")?.lowerBound else { continue }
                let before = source[..<start].utf8.count
                return try ExpansionMessage(macro, on: String(source[start...]), offset: offset + before).data
            }
            let start = source.range(of: "    @")?.lowerBound ?? source.startIndex
            let end = source[start...].range(of: ") ")?.lowerBound ?? source.endIndex
            let context = source.split(separator: "\n").first.map { "\($0)}" } ?? ""
            return try ExpansionMessage(
                annotation: String(source[start...end]), offset: offset + source[..<start].utf8.count, in: context
            ).data
        }
    }
}

extension Misuse.Expectation {
    fileprivate init(_ diagnostic: ExpansionAnswer.Diagnostic) {
        let highlight = diagnostic.highlights.first
        let fixes = diagnostic.fixIts.compactMap { $0.changes.first?.newText.trimmingCharacters(in: .whitespaces) }
        self.init(
            offset: diagnostic.position.offset,
            length: (highlight?.endOffset ?? 0) - (highlight?.startOffset ?? 0), severity: diagnostic.severity,
            message: diagnostic.message, fix: fixes.isEmpty ? nil : fixes.joined(separator: " or "))
    }
}

extension String {
    /// The line and the column of a byte, both from 1, as the compiler counts them.
    fileprivate func place(of offset: Int) -> (line: Int, column: Int) {
        let before = Array(utf8.prefix(offset))
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.count, (lines.last?.count ?? 0) + 1)
    }

    /// The text with empty lines in place of some cases.
    fileprivate func blanking(_ misuses: [Misuse]) -> String {
        misuses.reduce(self) { text, misuse in
            text.replacingOccurrences(of: misuse.source, with: misuse.source.filter { $0 == "\n" })
        }
    }
}
