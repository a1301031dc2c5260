/// Where a section prints its code and its results. It counts the results that differ from what the section expects.
@MainActor
final class Stage {
    private(set) var differences = 0
    private let terminal: Terminal
    private var isReplacing = false

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    /// Prints the lines of the source that follow the call, up to the next blank line.
    func code(file: String = #filePath, line: Int = #line) {
        show(SourceExcerpt(after: line, of: file), "the code after line \(line)")
    }

    /// Prints the declaration of the same file that begins with a text, such as `struct Page`.
    func declaration(_ start: String, file: String = #filePath) {
        show(SourceExcerpt(declaration: start, of: file), "the declaration \(start)")
    }

    /// Prints a line.
    func say(_ text: String) {
        finishReplacing()
        print("   \(text)")
    }

    /// Prints a line that the next call replaces. If the output is not a terminal, only the last line is printed.
    func replace(with text: String, isLast: Bool) {
        guard terminal.isInteractive else { return isLast ? say(text) : () }
        terminal.replaceLine(with: "   \(text)")
        isReplacing = true
        if isLast { finishReplacing() }
    }

    /// Prints a result, and counts a difference if it is not the expected one.
    func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) {
        guard value != expected else { return say("\(terminal.styled("✓", .green)) \(what): \(PlainText(value))") }
        fail("\(what): \(PlainText(value)), but expected: \(PlainText(expected))")
    }

    /// Counts a difference.
    func fail(_ text: String) {
        differences += 1
        say(terminal.styled("✗ \(text)", .red))
    }

    private func show(_ excerpt: SourceExcerpt?, _ what: String) {
        // Without the sources, such as after the program was copied to another machine, the results are still shown.
        guard let excerpt else { return }
        guard !excerpt.lines.isEmpty else { return fail("\(what) is missing") }
        finishReplacing()
        print("")
        for line in excerpt.lines { print("   \(terminal.styled("│", .cyan)) \(terminal.styled(line, .cyan))") }
    }

    private func finishReplacing() {
        if isReplacing { print("") }
        isReplacing = false
    }
}
