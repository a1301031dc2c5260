import Foundation
import Testing

/// A case of `Fixtures/Services/Misuses.txt`.
struct Misuse: Sendable, CustomTestStringConvertible {
    /// An expected error or warning. Its place is in bytes of the file.
    struct Expectation: Hashable, Sendable {
        var offset: Int
        var length: Int
        var severity: String
        var message: String
        /// Several fixes have ` or ` between them.
        var fix: String?
    }

    let name: String
    let source: String
    /// Where it begins, in bytes of the file.
    let offset: Int
    let expectations: [Expectation]

    var testDescription: String { name }

    /// Whether the compiler is asked, too.
    var isForCompiler: Bool { !source.contains("// compiler:") }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Services/Misuses.txt").standardizedFileURL

    /// The cases of the file, without its head.
    static let all: [Self] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let parts = text.components(separatedBy: "// ---- ")
        var offset = 0
        return parts.map { part in
            defer { offset += part.utf8.count + "// ---- ".utf8.count }
            return Self(part, offset)
        }.dropFirst() + []
    }()

    private init(_ part: String, _ offset: Int) {
        let end = part.firstIndex(of: "\n") ?? part.endIndex
        name = String(part[..<end])
        source = String(part[end...])
        self.offset = offset + name.utf8.count
        expectations = Self.expectations(in: source, self.offset)
    }

    private static func expectations(in source: String, _ start: Int) -> [Expectation] {
        var (offset, lineStart, line): (Int, Int, Substring) = (start, start, "")
        var expectations: [Expectation] = []
        for next in source.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { offset += next.utf8.count + 1 }
            guard let match = next.wholeMatch(of: /( *\/\/ *)(\^~*) (.*)/) else {
                (lineStart, line) = (offset, next)
                continue
            }
            let before = line.prefix(match.1.count)
            let warning = "warning: "
            let isWarning = match.3.hasPrefix(warning)
            let parts = match.3.dropFirst(isWarning ? warning.count : 0).components(separatedBy: " fix: ")
            expectations.append(
                Expectation(
                    offset: lineStart + before.utf8.count,
                    length: line.dropFirst(before.count).prefix(match.2.count).utf8.count,
                    severity: isWarning ? "warning" : "error", message: parts[0], fix: parts.count > 1 ? parts[1] : nil)
            )
        }
        return expectations
    }
}
