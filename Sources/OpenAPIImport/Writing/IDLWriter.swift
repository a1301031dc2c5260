/// Writes `.http` files.
struct IDLWriter {
    func text(operations: [IDLOperation], declarations: [IDLDeclaration]) -> String {
        var lines = Lines()
        var written: Set<String> = []
        for operation in operations where written.insert(operation.path).inserted {
            lines.blank()
            lines.add("MESSAGE \(operation.path) {")
            for (index, operation) in operations.filter({ $0.path == operation.path }).enumerated() {
                if index > 0 { lines.blank() }
                lines.indented { write(operation, to: &$0) }
            }
            lines.add("}")
        }
        for declaration in declarations {
            lines.blank()
            write(declaration, to: &lines)
        }
        return lines.text
    }

    func text(client: IDLClient) -> String {
        var lines = Lines()
        lines.comment(client.comment)
        lines.add("CLIENT \(client.name) {")
        lines.indented { lines in
            for server in client.servers {
                let variables = server.variables.map { " \($0.name) DEFAULT \($0.value.idlLiteral)" }.joined()
                lines.add("SERVER\(server.name.map { "(\($0))" } ?? "") \(server.url.idlLiteral)\(variables);")
            }
            for credential in client.credentials {
                let wireName = credential.wireName.map { " = \($0)" } ?? ""
                lines.add("\(credential.kind) \(credential.name)\(wireName);")
            }
            if let needs = client.needs { lines.add("NEEDS \(needs);") }
        }
        lines.add("}")
        return lines.text
    }

    private func write(_ operation: IDLOperation, to lines: inout Lines) {
        lines.comment(operation.comment)
        var attributes = operation.isDeprecated ? "DEPRECATED " : ""
        if let needs = operation.needs { attributes += "NEEDS \(needs) " }
        let method = Self.methods.contains(operation.method) ? operation.method : operation.method.idlLiteral
        write(operation.request, after: "\(attributes)\(method)(\(operation.name)) REQUEST", to: &lines)
        if operation.answers.allSatisfy({ $0.part != "RESPONSE" }) { lines.add("RESPONSE {}") }
        for answer in operation.answers {
            write(answer.body, after: ([answer.part] + answer.statuses).joined(separator: " "), to: &lines)
        }
    }

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    private func write(_ body: IDLBody, after start: String, to lines: inout Lines) {
        let start = start + (body.format.map { " AS \($0)" } ?? "")
        guard !body.isEmpty else { return lines.add("\(start) {}") }
        guard !body.fields.isEmpty else { return lines.add("\(start) { \(body.whole?.text ?? ""); }") }
        lines.add("\(start) {")
        lines.indented { lines in
            if let whole = body.whole { lines.add("\(whole.text);") }
            for field in body.fields { write(field, to: &lines) }
        }
        lines.add("}")
    }

    private func write(_ field: IDLField, to lines: inout Lines) {
        lines.comment(field.comment)
        var line = field.isDeprecated ? "DEPRECATED " : ""
        if let place = field.place { line += "\(place.rawValue) " }
        line += "\(field.type.text) \(field.name)"
        if let value = field.value { line += " \(value.word) \(value.text)" }
        if !field.formats.isEmpty { line += " AS \(field.formats.joined(separator: " "))" }
        if field.wireName != field.name { line += " = \(field.wireName)" }
        lines.add(line + ";")
    }

    private func write(_ declaration: IDLDeclaration, to lines: inout Lines) {
        switch declaration {
        case .structure(let structure):
            lines.comment(structure.comment)
            lines.add("STRUCT \(structure.name) {")
            lines.indented { lines in for field in structure.fields { write(field, to: &lines) } }
        case .enumeration(let enumeration):
            lines.comment(enumeration.comment)
            lines.add("ENUM \(enumeration.name)\(enumeration.rawType.map { " : \($0)" } ?? "") {")
            lines.indented { lines in
                for item in enumeration.cases {
                    lines.comment(item.comment)
                    lines.add("\(item.name) = \(item.wireName);")
                }
            }
        case .union(let union):
            lines.comment(union.comment)
            lines.add("UNION \(union.name)\(union.key.map { " BY \($0.idlLiteral)" } ?? "") {")
            lines.indented { lines in
                for item in union.cases {
                    lines.add("\(item.type.text) \(item.name)\(item.wireName.map { " = \($0)" } ?? "");")
                }
            }
        }
        lines.add("}")
    }
}

extension String {
    /// A hash of the bytes (FNV-1a with 64 bits), as 16 digits.
    var hash64: String {
        let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Lines of a file.
struct Lines {
    private(set) var text = ""
    private var indentation = ""

    mutating func add(_ line: String) { text += indentation + line + "\n" }

    mutating func blank() { if !text.isEmpty { text += "\n" } }

    mutating func indented(_ body: (inout Lines) -> Void) {
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
    }

    /// Adds a comment for the next line.
    mutating func comment(_ comment: String) {
        let lines = comment.commentLines
        switch lines.count {
        case 0: return
        case 1: add("/* \(lines[0]) */")
        default:
            add("/* \(lines[0])")
            for line in lines.dropFirst() { add(line.isEmpty ? " *" : " * \(line)") }
            add(" */")
        }
    }
}

extension String {
    /// The lines of a text for a comment. They cannot end the comment.
    fileprivate var commentLines: [String] {
        let lines = split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { line in
            let plain = line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
            return String(String.UnicodeScalarView(plain)).withoutEndOfComment.trimmedRight.wrapped
        }
        let start = lines.drop { $0.isEmpty }
        return Array(start.reversed().drop { $0.isEmpty }.reversed())
    }

    /// Adds a space between an asterisk and a slash, even if a combining character follows.
    private var withoutEndOfComment: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "/", scalars.last == "*" { scalars.append(" ") }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// The text in lines of at most 100 characters. A longer word stays in one line.
    private var wrapped: [String] {
        guard utf8.count > 100 else { return [self] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + word.count >= 100 {
                lines.append(line.trimmedRight)
                line = String(word)
            } else {
                line += line.isEmpty ? word : " \(word)"
            }
        }
        return lines + [line.trimmedRight]
    }

    private var trimmedRight: String { lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? "" }
}
