/// An error, a warning, or a note about a file, with its place and what to do.
public struct Diagnostic: Error, Hashable, Sendable {
    /// The severity of the diagnostic.
    public enum Severity: String, Hashable, Sendable {
        /// An error. No Swift is generated.
        case error
        /// A warning. The generated Swift might not be what you intended.
        case warning
        /// A note. The file is not IDL and was ignored.
        case note
    }

    /// The severity of the diagnostic.
    public let severity: Severity
    /// The place as `path:line:column`.
    public let place: String
    /// What is wrong, in one line.
    public let message: String
    /// The line of the source, with a caret below it. It is empty for a file that is only imported.
    public let excerpt: String

    /// The path and the offset, by which messages are sorted.
    let path: String
    let offset: Int

    init(_ message: String, at range: Range<Int>, in file: SourceFile, _ severity: Severity = .error) {
        self.init(
            severity, place: file.place(of: range.lowerBound), message, excerpt: file.excerpt(of: range), file.path,
            range.lowerBound)
    }

    /// Creates an error about an imported file that was not read.
    package init(_ message: String, ofFile path: String) {
        self.init(.error, place: path, message, excerpt: "", path, 0)
    }

    private init(
        _ severity: Severity, place: String, _ message: String, excerpt: String, _ path: String, _ offset: Int
    ) {
        (self.severity, self.excerpt, self.path, self.offset) = (severity, excerpt, path, offset)
        (self.place, self.message) = (place.inOneLine, message.inOneLine)
    }

    /// The diagnostic without anything that the file contains. An imported file can be any file of the machine.
    var withoutContent: Diagnostic {
        let hidden =
            "this imported file has \(severity == .error ? "an error" : "a warning") here; compile the file, too, to see the message"
        return Diagnostic(
            severity, place: place, severity == .note ? message : hidden, excerpt: "", path, offset)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: message`, followed by the line and the caret.
    public var description: String {
        "\(place): \(severity.rawValue): \(message)" + (excerpt.isEmpty ? "" : "\n\(excerpt)")
    }
}

extension SourceFile {
    /// The maximum length of an excerpt, in bytes. Of a longer line, only the part around the place is shown.
    private static let longestExcerpt = 200

    fileprivate func excerpt(of range: Range<Int>) -> String {
        let whole = lineRange(of: range.lowerBound)
        let place = min(range.lowerBound, whole.upperBound)
        let start = max(whole.lowerBound, place - Self.longestExcerpt / 2)
        let end = min(whole.upperBound, start + Self.longestExcerpt)
        let before = text(start..<place).withoutControls.withoutTerminalControls
        // Keep tabs, so that the caret is below its place regardless of their width.
        let indent = String(before.map { $0 == "\t" ? "\t" : " " })
        let marked = text(place..<max(place, min(range.upperBound, end))).withoutControls.withoutTerminalControls
        let tail = String(repeating: "~", count: max(0, marked.count - 1))
        let rest = text(place..<max(place, end)).withoutControls.withoutTerminalControls
        return "\(before)\(rest)\n\(indent)^\(tail)"
    }
}

extension String {
    /// The text with a space in place of each control character except tabs.
    fileprivate var withoutControls: String {
        var view = UnicodeScalarView()
        view.append(
            contentsOf: unicodeScalars.map { $0 != "\t" && $0.properties.generalCategory == .control ? " " : $0 })
        return String(view)
    }
}
