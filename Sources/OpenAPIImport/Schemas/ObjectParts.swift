/// An object with everything that `allOf` adds to it.
struct ObjectParts {
    struct Property {
        let name: String
        var schema: Element
    }

    var properties: [Property] = []
    var required: Set<String> = []
    /// The schema of other members.
    var additional: Element?
    /// Lists of `oneOf` and `anyOf`.
    var alternatives: [[Element]] = []
    var discriminator: Element?

    private var indices: [String: Int] = [:]

    init() {}

    mutating func add(_ name: String, _ schema: Element) {
        if let index = indices[name] {
            // A part can only describe or limit a property that another part declares.
            let words = ["$ref", "type", "enum", "const", "allOf", "oneOf", "anyOf", "properties"]
            let saysType = words.contains { schema[$0] != nil }
            let losesValues = ["enum", "const"].contains { properties[index].schema[$0] != nil && schema[$0] == nil }
            if saysType, !losesValues { properties[index].schema = schema }
        } else {
            indices[name] = properties.count
            properties.append(Property(name: name, schema: schema))
        }
    }
}

extension OpenAPIDocument {
    /// The parts of a schema that is an object.
    func parts(of schema: Element) throws(ImportError) -> ObjectParts {
        var parts = ObjectParts()
        var passed: Set<String> = []
        try collect(schema, into: &parts, &passed, isBase: false)
        return parts
    }

    private func collect(
        _ schema: Element, into parts: inout ObjectParts, _ passed: inout Set<String>, isBase: Bool
    ) throws(ImportError) {
        let schema = try resolved(schema)
        guard passed.insert(schema.pointer).inserted else { return }
        guard passed.count < 500 else { throw error(schema, "allOf has more than 500 parts") }
        for part in schema["allOf"]?.elements ?? [] { try collect(part, into: &parts, &passed, isBase: true) }
        for (name, property) in schema["properties"]?.members ?? [] { parts.add(name, property) }
        parts.required.formUnion(schema["required"]?.texts ?? [])
        if let additional = schema["additionalProperties"] {
            if additional.boolean != false { parts.additional = additional }
        }
        for word in ["oneOf", "anyOf"] {
            let variants = try (schema[word]?.elements ?? []).kept { (variant) throws(ImportError) in
                try describesValues(variant)
            }
            if !variants.isEmpty { parts.alternatives.append(variants) }
        }
        if !isBase { parts.discriminator = schema["discriminator"] }
    }

    /// Whether a schema allows only null.
    func isNull(_ schema: Element) throws(ImportError) -> Bool {
        let schema = try resolved(schema)
        if schema["type"]?.text == "null" { return true }
        // Generators for OpenAPI 3.0 write this next to a reference, because a reference cannot have siblings there.
        if schema.members.map(\.key) == ["nullable"] { return schema["nullable"]?.boolean == true }
        if let values = schema["enum"]?.elements, !values.isEmpty { return values.allSatisfy(\.isNull) }
        return schema["const"]?.isNull ?? false
    }

    /// Whether an alternative describes values: it is neither null nor a list of required members.
    func describesValues(_ schema: Element) throws(ImportError) -> Bool {
        if try isNull(schema) { return false }
        return try !saysOnlyWhatIsRequired(schema)
    }

    /// Whether a schema only lists required members.
    private func saysOnlyWhatIsRequired(_ schema: Element) throws(ImportError) -> Bool {
        let schema = try resolved(schema)
        let said = Set(schema.members.map(\.key)).subtracting(["title", "description", "type"])
        guard schema["type"] == nil || schema["type"]?.text == "object" else { return false }
        return said == ["required"] || said == ["not"] || said == ["required", "not"]
    }

    /// Whether the values of a schema are objects.
    func isObject(_ schema: Element, depth: Int = 0) throws(ImportError) -> Bool {
        let schema = try resolved(schema)
        if let type = schema["type"]?.text { return type == "object" }
        if schema["properties"] != nil || schema["additionalProperties"] != nil { return true }
        guard depth < 32 else { return false }
        for part in schema["allOf"]?.elements ?? [] where try isObject(part, depth: depth + 1) { return true }
        return schema["type"]?.texts.filter { $0 != "null" } == ["object"]
    }
}
