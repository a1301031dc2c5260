import Foundation
import TestSupport
import Testing

/// Combinations that make no sense do not compile.
@Suite struct NonsenseTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/NonsenseEndpoints.swift").standardizedFileURL

    @Test func compilerRejectsExactlyTheMarkedLines() async throws {
        let lines = try String(contentsOf: Self.fixture, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let announced = lines.enumerated().compactMap { index, line in
            line.firstRange(of: "// error: ").map { (line: index + 1, text: String(line[$0.upperBound...])) }
        }

        let errors = try await Compiler.errors(in: Self.fixture, importing: "AbstractHTTPEndpoints")

        #expect(announced.count == 18)
        #expect(Set(errors.map(\.line)).sorted() == announced.map(\.line))
        for (line, text) in announced {
            #expect(
                errors.contains { $0.line == line && $0.text.hasPrefix(text) },
                "line \(line): \(errors.filter { $0.line == line }.map(\.text))")
        }
    }
}
