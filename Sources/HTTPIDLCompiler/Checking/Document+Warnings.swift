extension Document {
    /// Returns warnings about text that is valid but probably not intended. A backslash marks it as intended.
    func warnings(in program: Program) -> [Diagnostic] {
        if let startOfEditorRequests {
            let message = "this file holds requests for an HTTP client in an editor, so httpidl ignores it"
            return [Diagnostic(message, at: startOfEditorRequests, in: file, .note)]
        }
        var warnings = messages.compactMap { warning(about: $0.path) }
        for body in bodies {
            warnings += body.fields.compactMap { warning(about: $0) }
            warnings += body.types.flatMap(\.withinIt).compactMap { warning(about: $0, program) }
        }
        for item in enumerations.flatMap(\.cases) {
            guard let name = item.writtenWireName else { continue }
            if let warning = warning(about: name) { warnings.append(warning) }
            guard file.text(name.range).contains(",") else { continue }
            warnings.append(warning("the comma is part of the value; end a case with `;`", at: name.range))
        }
        return warnings
    }

    private func warning(_ message: String, at range: Range<Int>) -> Diagnostic {
        Diagnostic(message, at: range, in: file, .warning)
    }

    private func warning(about path: MessagePath) -> Diagnostic? {
        let segment = file.text(path.range).split(separator: "/").first { $0.hasPrefix(":") && $0.count > 1 }
        return segment.map {
            warning("`\($0)` is literal text; write a parameter as `$\($0.dropFirst())`", at: path.range)
        }
    }

    private func warning(about field: Field) -> Diagnostic? {
        guard let name = field.writtenWireName else { return nil }
        guard case .builtin(let type) = field.type.kind, type != .string, type == .bool || type.holds(name.text) else {
            return warning(about: name)
        }
        guard type != .bool || ["true", "false"].contains(name.text) else { return warning(about: name) }
        return warning("`\(name.text)` is the wire name; write a default as `DEFAULT \(name.text)`", at: name.range)
    }

    private func warning(about name: Name) -> Diagnostic? {
        let written = file.text(name.range)
        guard !written.contains("\\") else { return nil }
        if written.hasPrefix("\""), written.dropFirst().contains("\"") {
            return warning(
                "the quotation marks are part of the wire name; remove them, or write `\\\"`", at: name.range)
        }
        let words = written.split(whereSeparator: \.isWhitespace).dropFirst()
        if let word = ["DEFAULT", "CONSTANT"].first(where: { words.contains($0[...]) }) {
            return warning("\(word) must come before `=`; here it is part of the wire name", at: name.range)
        }
        if words.contains(where: { $0.hasPrefix("//") }) {
            return warning("`//` is part of the wire name here; write a comment as `/* … */`", at: name.range)
        }
        if name.text.hasLikelyEndOfBody {
            return warning("the braces are part of the wire name; is a `;` missing?", at: name.range)
        }
        return nil
    }

    private func warning(about type: TypeReference, _ program: Program) -> Diagnostic? {
        guard let name = type.directName, !program.declares(name) else { return nil }
        if Field.Place(rawValue: name) != nil {
            return warning(
                "`\(name)` is your own type here; to say where the field is, write its type and its name after \(name)",
                at: type.range)
        }
        guard let known = Habits.type(for: name) ?? Self.knownType(name)
        else { return nil }
        return warning(
            "`\(name)` is not a built-in type, so it is treated as your own type; did you mean `\(known)`?",
            at: type.range)
    }

    /// Returns the built-in type whose name differs only in case, unless Swift has a type with exactly that name.
    private static func knownType(_ name: String) -> String? {
        guard !["Bool", "Date", "Double", "Float", "String"].contains(name), !name.contains("nt") else { return nil }
        return BuiltinType(rawValue: name.uppercased()).map(\.rawValue)
    }
}

extension String {
    /// Whether the text contains an opening brace, or a closing brace at its beginning or after white space.
    fileprivate var hasLikelyEndOfBody: Bool {
        contains("{") || split(whereSeparator: \.isWhitespace).contains { $0.hasPrefix("}") }
    }
}
