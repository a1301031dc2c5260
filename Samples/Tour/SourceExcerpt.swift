import Foundation

/// Lines of a source file of the tour, without their common indentation.
struct SourceExcerpt {
    let lines: [String]

    /// The lines after a line, up to the next blank line. Nil if the file cannot be read.
    init?(after line: Int, of file: String) {
        guard let source = Self.source(of: file) else { return nil }
        lines = Self.withoutIndentation(source.dropFirst(line).prefix { !$0.isBlank })
    }

    /// The declaration that begins with a text: up to the end of its braces or of its text in quotation marks. Nil if
    /// the file cannot be read.
    init?(declaration start: String, of file: String) {
        guard let source = Self.source(of: file) else { return nil }
        let rest = source.drop { !$0.drop { $0 == " " }.hasPrefix(start) }
        let indentation = rest.first?.prefix { $0 == " " } ?? ""
        let length = rest.dropFirst().prefix { $0 != indentation + "}" && !$0.hasSuffix(Self.quotes) }.count + 2
        lines = Self.withoutIndentation(rest.prefix(length))
    }

    private static let quotes = String(repeating: "\"", count: 3)

    private static func source(of file: String) -> [Substring]? {
        try? String(contentsOfFile: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func withoutIndentation(_ lines: ArraySlice<Substring>) -> [String] {
        let indentation = lines.filter { !$0.isBlank }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indentation)) }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
