extension DocumentChecker {
    /// Reports types that no field can have, and types that cannot be keys of a dictionary.
    mutating func check(_ type: TypeReference) {
        switch type.kind {
        case .builtin: break
        case .named(let name): check(typeName: name, at: type.range)
        case .array(let element): check(element)
        case .dictionary(let key, let value):
            if key.isOptional || !canBeKey(key) {
                report(
                    "a key must be a STRING, an integer, a BOOL, an ENUM, or your own type, not `\(file.text(key.range))`",
                    at: key.range)
            }
            if case .named(let name) = key.kind { check(typeName: name, at: key.range) }
            check(value)
        case .nullable:
            report(
                "NULLABLE is the type of a field of the content, and not of a part of it; write `?` after the type",
                at: type.range)
        case .stream(let format, _):
            report(
                "a \(format.rawValue) can only be the whole body of a response: `GET RESPONSE { \(file.text(type.range)); }`",
                at: type.range)
        }
    }

    /// Reports values that no stream can have.
    mutating func check(streamOf element: TypeReference, _ type: TypeReference) {
        if type.isOptional { report("a stream cannot be optional; remove the `?`", at: type.range) }
        check(element)
        let unreadable = element.withinIt.first { type in
            if case .builtin(let builtin) = type.kind { builtin == .blob || builtin == .file } else { false }
        }
        if let unreadable {
            report(
                "a stream cannot contain a \(file.text(unreadable.range)), because its values are JSON; use a STRING",
                at: unreadable.range)
        }
    }

    private mutating func check(typeName name: String, at range: Range<Int>) {
        if Reserved.types.contains(name) {
            report(
                "`\(name)` cannot be the name of a type, because it has another meaning in Swift; choose another name",
                at: range)
        } else if Reserved.protocols.contains(name), !program.typeNames.contains(name) {
            report(
                "`\(name)` is a protocol and cannot be the type of a field; use HTTPContent for values of any type",
                at: range)
        } else if let known = program.misspelledTypes[name] {
            let ownType = program.typeNames.contains(known) ? " Write your own type as `Module.\(name)`" : ""
            report(
                "there is no type `\(name)`; did you mean `\(known)`?\(ownType)",
                at: range.lowerBound..<range.lowerBound + name.utf8.count)
        }
    }

    private func canBeKey(_ type: TypeReference) -> Bool {
        switch type.kind {
        case .builtin(let builtin): builtin.isKey
        case .named(let name): program.structures[name] == nil && program.unions[name] == nil
        case .array, .dictionary, .nullable, .stream: false
        }
    }

    /// Reports a default or a constant that is not a value of its type.
    mutating func checkValue(of field: Field) {
        guard let literal = field.literal else { return }
        guard !field.type.isOptional else {
            let what = field.isConstant ? "constant" : "field with a default"
            return report("a \(what) is never nil; remove the `?`", at: literal.range)
        }
        guard !isDeprecated(literal, of: field.type) else {
            return report(
                "the case `\(file.text(literal.range))` is deprecated; choose another \(field.isConstant ? "value" : "default")",
                at: literal.range)
        }
        guard !isValue(literal, of: field.type) else { return }
        let hint = hint(for: field.type, insteadOf: literal).map { "; \($0)" } ?? ""
        report(
            "`\(file.text(literal.range))` is not a value of `\(file.text(field.type.range))`\(hint)", at: literal.range
        )
    }

    /// Returns a hint about the valid defaults, if there is a short one.
    private func hint(for type: TypeReference, insteadOf literal: Literal) -> String? {
        switch type.kind {
        case .builtin(.bool): "use `true` or `false`"
        case .builtin(.string): "use a text in quotation marks"
        case .builtin(.date), .builtin(.blob), .builtin(.file): "this type cannot have a default"
        case .array: "use `[]`"
        case .dictionary: "use `{}`"
        case .named(let name) where program.structures[name] != nil: "a STRUCT cannot have a default"
        case .named(let name) where program.unions[name] != nil: "a UNION cannot have a default"
        case .nullable: "a NULLABLE field cannot have a default"
        case .builtin(let builtin):
            "use a \(builtin.isInteger ? "whole number" : "number") that fits into \(builtin.rawValue)"
        case .named(let name): program.enumerations[name]?.hint(insteadOf: literal)
        case .stream: nil
        }
    }

    private func isDeprecated(_ literal: Literal, of type: TypeReference) -> Bool {
        guard case .named(let name) = type.kind, case .name(let value) = literal.kind else { return false }
        let item = program.enumerations[name]?.cases.first { $0.name.text == value }
        return item?.attributes.deprecation != nil
    }

    private func isValue(_ literal: Literal, of type: TypeReference) -> Bool {
        switch (type.kind, literal.kind) {
        case (.builtin(.bool), .bool), (.builtin(.string), .string): true
        case (.builtin(.float), .number(let text)): Float(text)?.isFinite ?? false
        case (.builtin(.double), .number(let text)): Double(text)?.isFinite ?? false
        case (.builtin(let builtin), .number(let text)): builtin.holds(text)
        case (.array, .emptyArray), (.dictionary, .emptyDictionary): true
        case (.named(let name), .name(let value)):
            program.structures[name] == nil && program.unions[name] == nil
                && program.enumerations[name]?.cases.contains { $0.name.text == value } ?? true
        default: false
        }
    }
}

extension Enumeration {
    /// What to do about a default that is no case: take the nearest case, or any.
    fileprivate func hint(insteadOf literal: Literal) -> String? {
        guard case .name(let name) = literal.kind else { return "use the name of a case" }
        let names = cases.filter { $0.attributes.deprecation == nil }.map(\.name.text)
        return name.nearest(among: names).map { "did you mean `\($0)`?" } ?? "use the name of a case"
    }
}
