/// Writes the conformances of a type to `JSONReadable` and `JSONWritable`.
struct ModelWriter {
    private let model: CheckedModel
    /// The name of the type, with those of the types around it.
    private let typeName: String
    /// `public ` or the like.
    private let access: String
    /// The protocols that the type does not conform to yet.
    private let missing: Set<String>
    private let types: FieldTypes
    /// Whether the type, or one around it, has generic parameters. Such a type has no stored static properties.
    private let isGeneric: Bool

    init(
        _ model: CheckedModel, typeName: String, access: String, missing: Set<String>, types: FieldTypes,
        isGeneric: Bool
    ) {
        (self.model, self.typeName, self.access) = (model, typeName, access)
        (self.missing, self.types, self.isGeneric) = (missing, types, isGeneric)
    }

    var source: String {
        var extensions: [String] = []
        let tables = tables
        if !tables.isEmpty { extensions.append(block("extension \(typeName)", tables)) }
        extensions += conformance(["JSONReadable", "DirectDecodable", "Decodable"], readingMembers)
        extensions += conformance(["JSONWritable", "DirectEncodable", "Encodable"], writingMembers)
        return extensions.joined(separator: "\n\n")
    }

    /// An extension with the missing conformances. It also lists inherited protocols, because the compiler does not
    /// imply a conformance that the macro declares.
    private func conformance(_ protocols: [String], _ members: [String]) -> [String] {
        let names = protocols.filter(missing.contains)
        guard !names.isEmpty else { return [] }
        let modules = ["JSONReadable": "AbstractHTTPJSON", "JSONWritable": "AbstractHTTPJSON"]
        let list = names.map { "\(modules[$0] ?? ($0.hasPrefix("Direct") ? "AbstractHTTP" : "Swift")).\($0)" }
        let conditions = conditions(for: protocols[0])
        let clause = conditions.isEmpty ? "" : " where " + conditions.joined(separator: ", ")
        // A conformance by hand has members of its own.
        let members = names.contains(protocols[0]) ? members : []
        return [block("extension \(typeName): \(list.joined(separator: ", "))\(clause)", members)]
    }

    /// What the generic parameters of properties have to conform to, if the type does not say so.
    private func conditions(for name: String) -> [String] {
        let used = model.fields.map(\.type.text).joined(separator: " ").words
        return model.parameters.filter { parameter in
            let declared = (parameter.constraint + " " + requirements(of: parameter.name)).words
            // A protocol of the user's own is taken to include what is needed.
            return used.contains(parameter.name) && declared.subtracting(Self.unrelated).isEmpty
        }.map { "\($0.name): AbstractHTTPJSON.\(name)" }
    }

    /// Protocols that say nothing about reading and writing.
    private static let unrelated: Set<String> = [
        "Sendable", "SendableMetatype", "Equatable", "Hashable", "Comparable", "Identifiable", "Copyable",
        "BitwiseCopyable",
        "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible", "Error", "Swift", "any",
    ]

    /// The text behind the colons of the conditions of a parameter in the `where` clause.
    private func requirements(of parameter: String) -> String {
        model.whereClause.dropFirst("where".count).split(separator: ",").compactMap { requirement in
            let parts = requirement.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, String(parts[0]).words == [parameter] else { return nil }
            return String(parts[1])
        }.joined(separator: " ")
    }

    private func block(_ head: String, _ members: [String]) -> String {
        let availability = model.attributes.filter { $0.name.text == "available" }.map { "\($0.text)\n" }.joined()
        return "\(availability)nonisolated \(head) {\n\(members.map(\.indented).joined(separator: "\n\n"))\n}"
    }
}

// MARK: - Keys

extension ModelWriter {
    /// The table of keys, or one for the cases and one for the values of each case.
    private var tables: [String] {
        switch model.kind {
        case .structure(let fields, _):
            let table = table(fields.map(\.key))
            guard isGeneric else { return ["private static let jsonModelKeys = \(table)"] }
            return ["private static var jsonModelKeys: AbstractHTTPJSON.JSONKeys { \(shared([table]))[0] }"]
        case .rawValues: return []
        case .cases(let cases):
            let tables = [table(cases.map(\.key))] + cases.map { table($0.fields.map(\.key)) }
            guard isGeneric else {
                return ["private static let jsonModelKeys = [\(tables.joined(separator: ", "))]"]
            }
            return ["private static var jsonModelKeys: [AbstractHTTPJSON.JSONKeys] { \(shared(tables)) }"]
        }
    }

    private func table(_ keys: [String]) -> String {
        "AbstractHTTPJSON.JSONKeys(\(keys.map(\.quoted).joined(separator: ", ")))"
    }

    /// The tables of a generic type, which cannot store them itself.
    private func shared(_ tables: [String]) -> String {
        "AbstractHTTPJSON.JSONKeys.shared(by: Self.self) { [\(tables.joined(separator: ", "))] }"
    }
}

// MARK: - Reading

extension ModelWriter {
    private var readingMembers: [String] {
        switch model.kind {
        case .structure(let fields, let unknownKeys): [reading(fields, unknownKeys)]
        case .rawValues:
            [
                "\(access)init(from decoder: any Swift.Decoder) throws { try self.init(rawValueFrom: decoder) }"
            ]
        case .cases(let cases):
            [reading(cases)]
        }
    }

    private func reading(_ fields: [CheckedModel.Field], _ unknownKeys: CheckedModel.Field?) -> String {
        let reading = FieldReading(fields, types)
        var lines = reading.lines(keys: "jsonModelKeys", unknownKeys: unknownKeys)
        for (index, field) in fields.enumerated() where !field.isConstant {
            let assignment = "self.\(field.name) = \(reading.variable(index))"
            lines.append(field.hasInitialValue ? "if let value\(index) { \(assignment) }" : assignment)
        }
        if let unknownKeys { lines.append("self.\(unknownKeys.name) = unknown") }
        return function("\(access)init(json: inout AbstractHTTPJSON.JSONReader) throws", lines)
    }

    private func reading(_ cases: [CheckedModel.Case]) -> String {
        var lines = cases.enumerated().filter { !$1.fields.isEmpty }.map { reading($1, number: $0) }
        lines += [
            "var value: Self?", "var members = try json.object(Self.jsonModelKeys[0])",
            "while let key = try json.next(&members) {",
            "    guard value == nil else { throw json.invalid(members, \"it has the keys of several cases\") }",
            "    switch key {",
        ]
        for index in cases.indices {
            let label = index == cases.count - 1 ? "default" : "case \(index)"
            let isEmpty = cases[index].fields.isEmpty
            lines.append("    \(label):")
            if isEmpty { lines.append("        try json.readEmptyObject()") }
            lines.append("        value = \(isEmpty ? "Self.\(cases[index].name)" : "try readCase\(index)(&json)")")
        }
        lines += [
            "    }", "}",
            "guard let value else { throw json.invalid(members, \"it has the key of no case\") }", "self = value",
        ]
        return function("\(access)init(json: inout AbstractHTTPJSON.JSONReader) throws", lines)
    }

    private func reading(_ enumCase: CheckedModel.Case, number: Int) -> String {
        let reading = FieldReading(enumCase.fields, types)
        let values = zip(enumCase.labels, enumCase.fields.indices).map { label, index in
            (label.map { "\($0.identifier): " } ?? "") + reading.variable(index)
        }
        let lines =
            reading.lines(keys: "jsonModelKeys[\(number + 1)]", unknownKeys: nil)
            + ["return Self.\(enumCase.name)(\(values.joined(separator: ", ")))"]
        return function("func readCase\(number)(_ json: inout AbstractHTTPJSON.JSONReader) throws -> Self", lines)
    }

    private func function(_ head: String, _ lines: [String]) -> String {
        "\(head) {\n\(lines.joined(separator: "\n").indented)\n}"
    }
}

// MARK: - Writing

extension ModelWriter {
    private var writingMembers: [String] {
        switch model.kind {
        case .structure(let fields, let unknownKeys):
            let writes = writes(fields.map { ($0.key, "self.\($0.name)") }, "members")
            let unknown = unknownKeys.map { ["json.write(unknown: self.\($0.name), &members)"] } ?? []
            return [
                function(
                    "\(access)func write(json: inout AbstractHTTPJSON.JSONWriter)",
                    ["var members = json.object(Self.jsonModelKeys)"] + writes + unknown + ["json.end(members)"])
            ]
        case .rawValues:
            return ["\(access)func encode(to encoder: any Swift.Encoder) throws { try encodeRawValue(to: encoder) }"]
        case .cases(let cases): return [writing(cases)]
        }
    }

    /// The members in the order of their keys.
    private func writes(_ members: [(key: String, value: String)], _ name: String) -> [String] {
        members.enumerated().sorted { $0.element.key.utf8.lexicographicallyPrecedes($1.element.key.utf8) }.map {
            "json.write(\($0.element.value), \($0.offset), &\(name))"
        }
    }

    private func writing(_ cases: [CheckedModel.Case]) -> String {
        var lines = ["var members = json.object(Self.jsonModelKeys[0])", "switch self {"]
        for (index, enumCase) in cases.enumerated() {
            let names = enumCase.fields.indices.map { "let value\($0)" }.joined(separator: ", ")
            lines.append("case .\(enumCase.name)\(names.isEmpty ? "" : "(\(names))"):")
            let isEmpty = enumCase.fields.isEmpty
            lines.append(
                "    \(isEmpty ? "let" : "var") values = json.object(Self.jsonModelKeys[\(index + 1)], \(index), &members)"
            )
            let values = enumCase.fields.enumerated().map { ($1.key, "value\($0)") }
            lines += writes(values, "values").map { "    \($0)" }
            lines.append("    json.end(values)")
        }
        return function(
            "\(access)func write(json: inout AbstractHTTPJSON.JSONWriter)", lines + ["}", "json.end(members)"])
    }
}

extension String {
    /// Each line four spaces further to the right.
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }

    /// The names in a piece of source.
    fileprivate var words: Set<String> {
        Set(split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
}
