/// Writes lines of Swift, indented and wrapped like those of `swift format`.
struct SwiftWriter {
    /// The maximum length of a line that can be wrapped.
    static let lineLength = 120

    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : indentation + line + "\n"
    }

    /// Writes a head and a body in braces.
    mutating func block(_ head: String, _ body: (inout Self) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Writes a doc comment. The lines can contain any characters.
    mutating func documentation(_ lines: [String]) {
        for text in lines { line(text.isEmpty ? "///" : "/// " + text.commentLine) }
    }

    /// Writes a left and a right side, on two lines if they do not fit on one.
    mutating func statement(_ left: String, _ right: String) {
        if (indentation + left + " " + right).count <= Self.lineLength {
            line(left + " " + right)
        } else {
            line(left)
            indented { $0.line(right) }
        }
    }

    /// Writes a function. The parameters go on separate lines if the head does not fit on one.
    mutating func function(_ name: String, _ parameters: [String], _ tail: String, _ body: (inout Self) -> Void) {
        let head = name + "(" + parameters.joined(separator: ", ") + ")" + tail
        if (indentation + head + " {").count <= Self.lineLength { return block(head, body) }
        line(name + "(")
        indented { $0.filled(parameters) }
        block(")" + tail, body)
    }

    /// Writes items with commas between them, as many on a line as fit.
    private mutating func filled(_ items: [String]) {
        var open = ""
        for (index, item) in items.enumerated() {
            let item = item + (index + 1 < items.count ? "," : "")
            if open.isEmpty {
                open = item
            } else if (indentation + open + " " + item).count <= Self.lineLength {
                open += " " + item
            } else {
                line(open)
                open = item
            }
        }
        line(open)
    }

    private mutating func indented(_ body: (inout Self) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    private var indentation: String { String(repeating: "    ", count: depth) }
}
