import HTTPIDLCompiler

extension SchemaImporter {
    /// The type of a schema that is a single value, an array, or anything.
    func value(_ schema: Element, type: String?, _ name: TypeName, _ use: SchemaUse) throws(ImportError) -> FieldType {
        var type = try bareValue(schema, type: type, name, use)
        type.notes += schema.limits
        return type
    }

    private func bareValue(
        _ schema: Element, type: String?, _ name: TypeName, _ use: SchemaUse
    ) throws(ImportError) -> FieldType {
        switch type ?? (schema["items"] == nil ? nil : "array") {
        case "string": return string(schema, use)
        case "integer": return integer(schema)
        case "number": return FieldType(.builtin(Self.numbers[schema["format"]?.text ?? ""] ?? "DOUBLE"))
        case "boolean": return FieldType(.builtin("BOOL"))
        case "array": return try array(schema, name, use)
        case "object": return try object(schema, name, use)
        case nil, "any": return FieldType(.content)
        case let other?:
            entries.add(schema, "there is no type \(other.debugDescription); its values are HTTPContent")
            return FieldType(.content)
        }
    }

    private func string(_ schema: Element, _ use: SchemaUse) -> FieldType {
        if schema["contentEncoding"]?.text == "base64" { return FieldType(.builtin("BLOB")) }
        switch schema["format"]?.text {
        case "date-time": return FieldType(.builtin("DATE"))
        case "uuid": return FieldType(.builtin("UUID"))
        case "uri", "url": return FieldType(.builtin("URL"))
        case "byte": return FieldType(.builtin("BLOB"))
        case "binary" where use.isMultipart: return FieldType(.builtin("FILE"))
        default:
            let encoding = schema["contentEncoding"]?.text
            let isFile =
                use.isMultipart
                && (encoding == "binary" || schema["contentMediaType"] != nil && encoding == nil)
            return FieldType(isFile ? .builtin("FILE") : .string)
        }
    }

    private func integer(_ schema: Element) -> FieldType {
        let format = schema["format"]?.text ?? ""
        if ["unixtime", "unix-time"].contains(format) {
            var type = FieldType(.builtin("DATE"))
            (type.formats, type.plainType) = (["SECONDS"], .builtin("INT64"))
            return type
        }
        return FieldType(.builtin(Self.integers[format] ?? "INT64"))
    }

    private static let integers = [
        "int8": "INT8", "int16": "INT16", "int32": "INT32", "int64": "INT64", "uint8": "UINT8", "uint16": "UINT16",
        "uint32": "UINT32", "uint64": "UINT64", "uint": "UINT64",
    ]
    private static let numbers = ["float": "FLOAT", "decimal": "DECIMAL"]

    private func array(_ schema: Element, _ name: TypeName, _ use: SchemaUse) throws(ImportError) -> FieldType {
        guard let items = schema["items"], items.isObject else { return FieldType(.array(.content)) }
        let element = try type(of: items, named: name.inner("Item"), use)
        guard element.element.levels < 60 else {
            entries.add(schema, "types can be nested up to 64 levels; the elements are HTTPContent")
            return FieldType(.array(.content))
        }
        return FieldType(.array(element.element))
    }

    /// The type for `enum` or `const`, or nil if the values have no common type.
    func choice(_ schema: Element, _ name: TypeName) -> FieldType? {
        let values = (schema["enum"]?.elements ?? schema["const"].map { [$0] } ?? []).filter { !$0.isNull }
        if values.isEmpty { return nil }
        if values.count == 1, let constant = constant(values[0]) { return constant }
        if values.allSatisfy({ $0.boolean != nil }) { return FieldType(.builtin("BOOL")) }
        let isInteger = values.allSatisfy { $0.integer != nil }
        guard isInteger || values.allSatisfy({ $0.text != nil }) else { return nil }
        let names = ["x-enum-varnames", "x-enumNames"].lazy.compactMap { schema[$0]?.texts }.first
        let cases = zip(
            values,
            names.map { $0 + Array(repeating: "", count: max(0, values.count - $0.count)) }
                ?? Array(repeating: "", count: values.count)
        )
        .map { EnumeratedValue(value: $0, name: $1, comment: "") }
        return enumeration(
            cases, rawType: isInteger ? integer(schema).element.text : nil,
            comment: comment(of: schema, named: name.text), name)
    }

    /// The type for a single value. A required field with this type is constant.
    private func constant(_ value: Element) -> FieldType? {
        var type: FieldType
        if let text = value.text {
            type = FieldType(.string)
            type.constant = text.idlLiteral
            type.notes = ["Always \(text.debugDescription)."]
        } else if let number = value.integer {
            type = FieldType(.builtin("INT64"))
            type.constant = "\(number)"
            type.notes = ["Always \(number)."]
        } else if let boolean = value.boolean {
            type = FieldType(.builtin("BOOL"))
            type.constant = "\(boolean)"
            type.notes = ["Always \(boolean)."]
        } else {
            return nil
        }
        return type
    }
}

/// A value of an enumeration.
struct EnumeratedValue {
    let value: Element
    /// A name for its case. It can be empty.
    let name: String
    let comment: String
}

extension SchemaImporter {
    func enumeration(
        _ values: [EnumeratedValue], rawType: String?, comment: String, _ name: TypeName
    ) -> FieldType {
        var scope = NameScope(Reserved.enumeration)
        var known: Set<String> = []
        var cases: [IDLEnumeration.Case] = []
        var notes = comment.isEmpty ? [] : [comment]
        for value in values {
            guard let text = value.value.scalar, known.insert(text).inserted else { continue }
            guard let wireName = text.idlWireName else {
                notes.append("The value can also be \(text.debugDescription).")
                continue
            }
            let suggestion = value.name.isEmpty ? text.caseName : value.name.memberName
            let name = scope.unique(suggestion.isEmpty ? "value\(cases.count + 1)" : suggestion)
            cases.append(IDLEnumeration.Case(name: name, wireName: wireName, comment: value.comment))
        }
        guard !cases.isEmpty else { return FieldType(rawType.map { .builtin($0) } ?? .string) }
        let name = taken(name)
        declare(
            .enumeration(
                IDLEnumeration(name: name, comment: notes.joined(separator: "\n\n"), rawType: rawType, cases: cases)))
        return FieldType(.named(name))
    }
}

extension String {
    /// The name of a case for a value.
    var caseName: String {
        let name = memberName
        guard let first = unicodeScalars.first, !first.properties.isAlphabetic, first.properties.numericType == nil
        else {
            return name
        }
        guard name.isEmpty else {
            return first == "-" ? "minus" + name.withoutUnderscore.capitalizedFirst : name
        }
        return compactMap { Self.symbols[$0] }.enumerated().map { $0 == 0 ? $1 : $1.capitalizedFirst }.joined()
    }

    private static let symbols: [Character: String] = [
        "+": "plus", "-": "minus", "*": "all", "<": "less", ">": "greater", "=": "equal", "!": "not", "&": "and",
        "|": "or", "%": "percent", "/": "slash", "#": "number", "@": "at", "$": "dollar", "?": "any", "~": "like",
    ]
}
