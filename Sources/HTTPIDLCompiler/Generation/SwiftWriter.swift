/// Lines of Swift, indented and broken as `swift format` does it.
struct SwiftWriter {
    /// No line is longer than this, where it can be broken.
    static let lineLength = 120

    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : indentation + line + "\n"
    }

    /// A head and a body in braces.
    mutating func block(_ head: String, _ body: (inout Self) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// A doc comment of lines that may hold anything.
    mutating func documentation(_ lines: [String]) {
        for text in lines { line(text.isEmpty ? "///" : "/// " + text.commentLine) }
    }

    /// A left and a right side, on two lines where they do not fit on one.
    mutating func statement(_ left: String, _ right: String) {
        if (indentation + left + " " + right).count <= Self.lineLength {
            line(left + " " + right)
        } else {
            line(left)
            indented { $0.line(right) }
        }
    }

    /// A function with parameters, on lines of their own where they do not fit on one.
    mutating func function(_ name: String, _ parameters: [String], _ tail: String, _ body: (inout Self) -> Void) {
        let head = name + "(" + parameters.joined(separator: ", ") + ")" + tail
        if (indentation + head + " {").count <= Self.lineLength { return block(head, body) }
        line(name + "(")
        indented { $0.filled(parameters) }
        block(")" + tail, body)
    }

    /// Items with commas between them, as many on a line as fit.
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
