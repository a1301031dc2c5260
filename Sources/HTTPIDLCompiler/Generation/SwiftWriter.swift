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
        if parameters.isEmpty, let arrow = tail.firstRange(of: " -> ") {
            line(name + "()" + tail[..<arrow.lowerBound])
            indented { $0.line(String(tail[arrow.lowerBound...].dropFirst())) }
            line("{")
            indented(body)
            return line("}")
        }
        line(name + "(")
        indented { $0.filled(parameters) }
        block(")" + tail, body)
    }

    /// Writes a type with the protocols to which it conforms.
    mutating func type(_ head: String, _ protocols: [String], _ body: (inout Self) -> Void) {
        let line = "\(head): \(protocols.joined(separator: ", "))"
        if (indentation + line + " {").count <= Self.lineLength { return block(line, body) }
        wrapped(head + ":", protocols)
        self.line("{")
        indented(body)
        self.line("}")
    }

    /// Writes the start of a line and items after it, with more lines as needed.
    private mutating func wrapped(_ start: String, _ items: [String]) {
        var open = start
        var isFirst = true
        for (index, item) in items.enumerated() {
            let item = item + (index + 1 < items.count ? "," : "")
            let indentation = indentation + (isFirst ? "" : "    ")
            if (indentation + open + " " + item).count > Self.lineLength {
                if isFirst { line(open) } else { indented { $0.line(open) } }
                (open, isFirst) = (item, false)
            } else {
                open += " " + item
            }
        }
        if isFirst { line(open) } else { indented { $0.line(open) } }
    }

    /// Writes a call of an initializer. The arguments go on separate lines if they do not fit on one.
    mutating func call(_ name: String, _ arguments: [String]) {
        let code = name + "(" + arguments.joined(separator: ", ") + ")"
        if (indentation + code).count <= Self.lineLength { return line(code) }
        line(name + "(")
        depth += 1
        filled(arguments, closing: ")")
        depth -= 1
    }

    /// Writes items with commas between them, as many on a line as fit.
    private mutating func filled(_ items: [String], closing: String = "") {
        var open = ""
        for (index, item) in items.enumerated() {
            let item = item + (index + 1 < items.count ? "," : closing)
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

    mutating func indented(_ body: (inout Self) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    private var indentation: String { String(repeating: "    ", count: depth) }
}
