import Foundation
import HTTPIDLCompiler
import Testing

/// The malformed files. Lines of `=` separate the cases. Each case is a file, a line of `-`, and all of its errors.
@Suite struct MalformedTests {
    struct Malformed: CustomStringConvertible, Sendable {
        let topic: String
        let source: String
        let complaints: [String]

        var description: String { "\(topic): \(source)" }
    }

    @Test(arguments: try all()) func malformedInputErrorsHaveTheirPlaces(_ malformed: Malformed) {
        #expect(HTTPIDLCompilerTests.complaints(malformed.source) == malformed.complaints)
    }

    @Test func corpusHasAtLeast300Cases() throws {
        #expect(try Self.all().count >= 300)
        #expect(try Set(Self.all().map(\.source)).count == Self.all().count)
    }

    static func all() throws -> [Malformed] {
        try Fixtures.files(in: "Malformed", "txt").flatMap { url in
            try Fixtures.text(url).components(separatedBy: "=======\n").dropFirst().map { text in
                let parts = text.components(separatedBy: "\n-------\n").map(withoutStandIns)
                let complaints = parts[1].split(separator: "\n").map(String.init)
                return Malformed(
                    topic: url.deletingPathExtension().lastPathComponent, source: parts[0], complaints: complaints)
            }
        }
    }

    /// Characters that no editor shows are written by name.
    private static func withoutStandIns(_ text: String) -> String {
        let standIns = [
            "␀": "\0", "␍": "\r", "⟦200B⟧": "\u{200B}", "⟦FEFF⟧": "\u{FEFF}", "⟦00A0⟧": "\u{A0}", "⟦2028⟧": "\u{2028}",
        ]
        return standIns.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
}
