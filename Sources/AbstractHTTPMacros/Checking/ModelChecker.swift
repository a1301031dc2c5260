/// Checks a type that has `@JSONModel`, and finds the key and the type of each property.
struct ModelChecker {
    private let model: ModelSyntax
    /// Whether the type is declared in another one.
    private let isNested: Bool

    init(_ model: ModelSyntax, isNested: Bool) { (self.model, self.isNested) = (model, isNested) }

    func check() throws(Diagnostics) -> CheckedModel {
        let kind: CheckedModel.Kind
        try checkReach()
        switch model.kind {
        // The raw value is the JSON, as with `Codable`.
        case .structure where model.inherited.contains { $0.isNamed("RawRepresentable") || $0.isNamed("OptionSet") }:
            kind = .rawValues
        case .structure: kind = try structure()
        case .enumeration: kind = try enumeration()
        }
        let words: Set = ["public", "package", "internal", "fileprivate", "private"]
        return CheckedModel(
            name: model.name.text, access: model.modifiers.first { words.contains($0.text) }?.text ?? "",
            attributes: model.attributes, parameters: model.parameters, whereClause: model.whereClause, kind: kind)
    }

    /// An extension cannot reach a type that is private in another one.
    private func checkReach() throws(Diagnostics) {
        guard isNested, let modifier = model.modifiers.first(where: { $0.is("private") }) else { return }
        throw .error(
            "@JSONModel writes an extension, which cannot see a private type in another one; write 'fileprivate'",
            at: modifier.range, fix: .renaming(to: "fileprivate", at: modifier.range))
    }

    // MARK: - Structures

    private func structure() throws(Diagnostics) -> CheckedModel.Kind {
        let unknownKeys = try unknownKeysName()
        var fields: [CheckedModel.Field] = []
        var kept: CheckedModel.Field?
        for property in model.properties {
            try checkAttributes(of: property)
            let field = try field(property)
            if field.name == unknownKeys?.name {
                kept = field
            } else if let key = try key(of: property.name, hasInitialValue: field.canBeLeftOut) {
                fields.append(.init(field, key: key))
            }
        }
        if let unknownKeys, kept == nil {
            throw .error(
                "there is no property '\(unknownKeys.name)' that could keep unknown keys", at: unknownKeys.range)
        }
        try checkKeys(fields.map(\.key))
        return .structure(fields, unknownKeys: kept)
    }

    private func field(_ property: ModelSyntax.Property) throws(Diagnostics) -> CheckedModel.Field {
        guard let type = property.type ?? literalType(property.initialValue) else {
            throw .error(
                "@JSONModel cannot see the type of '\(property.name.name)', because its value is no simple literal; write its type",
                at: property.name.range)
        }
        let isSet = !property.initialValue.isEmpty
        return .init(
            name: property.name.text, key: "", type: type, hasInitialValue: isSet,
            isConstant: property.isConstant && isSet)
    }

    /// The type of a literal, or nil if the expression is anything else.
    private func literalType(_ expression: [Token]) -> TypeSyntax? {
        guard let first = expression.first else { return nil }
        let name: String
        switch first.kind {
        case .string where expression.count == 1: name = "String"
        case .identifier where expression.count == 1 && ["true", "false"].contains(first.text): name = "Bool"
        default:
            // A number with a fraction, an exponent, or a sign is several tokens.
            guard let type = expression.map(\.text).joined().typeOfNumber else { return nil }
            name = type
        }
        return TypeSyntax(.named(name, []), first.range, name)
    }

    private func checkAttributes(of property: ModelSyntax.Property) throws(Diagnostics) {
        let known: Set = ["available", "MainActor", "Sendable", "usableFromInline"]
        guard let attribute = property.attributes.first(where: { !known.contains($0.name.text) }) else { return }
        throw .error(
            "@JSONModel does not know what @\(attribute.name.text) makes of the property; conform to JSONReadable and JSONWritable by hand",
            at: attribute.range)
    }

    /// The name in `@JSONModel(unknownKeys: "others")`.
    private func unknownKeysName() throws(Diagnostics) -> (name: String, range: Range<Int>)? {
        let attribute = model.attributes.first { $0.name.text == "JSONModel" }
        guard let argument = attribute?.arguments?.first, let token = argument.expression.first, !token.is("nil") else {
            return nil
        }
        return (try StringLiteral(token).value, argument.range)
    }

    // MARK: - Keys

    /// The key of a property or a case. Nil if `CodingKeys` leaves it out.
    private func key(of name: Token, hasInitialValue: Bool) throws(Diagnostics) -> String? {
        guard let codingKeys = model.codingKeys else { return name.name }
        if let key = codingKeys.first(where: { $0.name == name.name }) { return key.key }
        guard hasInitialValue else {
            throw .error(
                "'\(name.name)' has no key in CodingKeys, and no initial value; add one of them", at: name.range)
        }
        return nil
    }

    private func checkKeys(_ keys: [String]) throws(Diagnostics) {
        var seen: Set<String> = []
        for key in keys where !seen.insert(key).inserted {
            throw .error(
                "the key \(key.quoted) belongs to two properties; rename one in CodingKeys", at: model.name.range)
        }
    }

    // MARK: - Enumerations

    private func enumeration() throws(Diagnostics) -> CheckedModel.Kind {
        let hasValues = model.cases.contains { !$0.values.isEmpty }
        let isRaw = model.cases.contains(where: \.hasRawValue) || model.inherited.first?.isRawType == true
        if !hasValues, isRaw { return .rawValues }
        guard !model.cases.isEmpty else {
            throw .error("an enumeration without cases has no values; add one", at: model.name.range)
        }
        var cases: [CheckedModel.Case] = []
        for enumCase in model.cases {
            guard let key = try key(of: enumCase.name, hasInitialValue: true) else {
                throw .error(
                    "the case '\(enumCase.name.name)' has no key in CodingKeys; add it", at: enumCase.name.range)
            }
            let fields = enumCase.values.enumerated().map { index, value in
                let name = value.label ?? "_\(index)"
                return CheckedModel.Field(name: name, key: name, type: value.type)
            }
            try checkKeys(fields.map(\.key))
            cases.append(
                .init(name: enumCase.name.text, key: key, fields: fields, labels: enumCase.values.map(\.label)))
        }
        return .cases(cases)
    }
}

extension CheckedModel.Field {
    fileprivate init(_ field: Self, key: String) {
        self.init(
            name: field.name, key: key, type: field.type, hasInitialValue: field.hasInitialValue,
            isConstant: field.isConstant)
    }

    /// Whether the property has a value without being read.
    fileprivate var canBeLeftOut: Bool { hasInitialValue || type.isOptional }
}

extension TypeSyntax {
    /// Whether the type is a common one of raw values. The macro sees only names, so any other name can be a protocol.
    fileprivate var isRawType: Bool {
        guard case .named(let name, let arguments) = kind, arguments.isEmpty else { return false }
        return Self.rawTypes.contains(name)
    }

    private static let rawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float",
    ]
}

extension String {
    /// `Int` or `Double` if the text is a literal of a number. Otherwise, nil.
    fileprivate var typeOfNumber: String? {
        let number = hasPrefix("-") ? dropFirst() : self[...]
        guard number.first?.isNumber == true else { return nil }
        let integer = number.filter { $0 != "_" }
        if integer.allSatisfy(\.isNumber) || ["0x", "0b", "0o"].contains(integer.prefix(2)) { return "Int" }
        return Double(integer) == nil ? nil : "Double"
    }
}
