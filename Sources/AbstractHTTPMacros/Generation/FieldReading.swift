/// Writes the statements that read fields into the variables `value0`, `value1`, and so on.
struct FieldReading {
    private let fields: [CheckedModel.Field]
    private let types: FieldTypes

    init(_ fields: [CheckedModel.Field], _ types: FieldTypes) { (self.fields, self.types) = (fields, types) }

    /// - Parameters:
    ///   - keys: The name of the table of keys.
    ///   - unknownKeys: The property that keeps the members with other keys. They are read into `unknown`.
    func lines(keys: String, unknownKeys: CheckedModel.Field?) -> [String] {
        let isRead = unknownKeys != nil || fields.contains { !$0.isConstant }
        var lines = fields.enumerated().compactMap { variable($1, $0) }
        if let unknownKeys { lines.append("var unknown: \(types.name(of: unknownKeys.type)) = [:]") }
        let keeping = unknownKeys == nil ? "" : ", keepsUnknownKeys: true"
        lines.append("var members = try json.object(Self.\(keys)\(keeping))")
        lines.append("while let \(isRead ? "key" : "_") = try json.next(&members) {")
        if isRead {
            lines.append("    switch key {")
            lines += fields.enumerated().compactMap { reading($1, $0) }
            lines.append("    default: \(unknownKeys == nil ? "break" : "try json.readUnknown(into: &unknown)")")
            lines.append("    }")
        }
        return lines + ["}"] + required
    }

    private func variable(_ field: CheckedModel.Field, _ index: Int) -> String? {
        guard !field.isConstant else { return nil }
        let isKept = field.isOptional && !field.hasInitialValue
        let type = field.wrapped.map { "(\(types.name(of: $0)))?" } ?? types.name(of: field.type)
        return "var value\(index): \(isKept ? type : "(\(type))?")"
    }

    private func reading(_ field: CheckedModel.Field, _ index: Int) -> String? {
        guard !field.isConstant else { return nil }
        let call =
            field.wrapped.map { "readIfPresent(\(types.metatype(of: $0)))" }
            ?? "read(\(types.metatype(of: field.type)))"
        let value = "try json.\(call)"
        return
            "    case \(index): value\(index) = \(field.isOptional && field.hasInitialValue ? ".some(\(value))" : value)"
    }

    /// The checks that required fields have been read.
    private var required: [String] {
        let needed = fields.enumerated().filter { !$1.isConstant && !$1.isOptional && !$1.hasInitialValue }
        let simple = needed.filter { $0 < 64 && $1.type.isNeverOptional }
        let others = needed.filter { !($0 < 64 && $1.type.isNeverOptional) }
        var lines: [String] = []
        if !simple.isEmpty {
            let bits = simple.reduce(0 as UInt64) { $0 | 1 << UInt64($1.offset) }
            let bindings = simple.map { "let value\($0.offset)" }.joined(separator: ", ")
            lines.append(
                "guard \(bindings) else { throw json.missing(required: 0x\(String(bits, radix: 16)), members) }")
        }
        return lines
            + others.map { index, field in
                "let checked\(index) = try value\(index) ?? json.missing(\(types.metatype(of: field.type)), \(index), members)"
            }
    }

    /// The variable of a field, after all checks.
    func variable(_ index: Int) -> String {
        let field = fields[index]
        let isUnchecked = field.isOptional || field.hasInitialValue || index < 64 && field.type.isNeverOptional
        return isUnchecked ? "value\(index)" : "checked\(index)"
    }
}

extension CheckedModel.Field {
    /// The type of the value if the type is an optional.
    var wrapped: TypeSyntax? {
        switch type.kind {
        case .optional(let wrapped): wrapped
        case .named("Optional", let arguments) where arguments.count == 1: arguments[0]
        default: nil
        }
    }

    fileprivate var isOptional: Bool { wrapped != nil }
}

extension TypeSyntax {
    /// Whether the name of the type shows that it is not an optional.
    fileprivate var isNeverOptional: Bool {
        switch kind {
        case .array, .dictionary: true
        case .named(let name, _): Self.basicTypes.contains(name)
        default: false
        }
    }

    private static let basicTypes: Set<String> = [
        "Int", "String", "Double", "Bool", "Float", "Date", "Data", "URL", "UUID", "Decimal", "Int8", "Int16", "Int32",
        "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Array", "Dictionary", "Set",
    ]
}
