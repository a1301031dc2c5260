import HTTPIDLCompiler

/// Imports the schemas of a document.
final class SchemaImporter {
    let document: OpenAPIDocument
    let entries: EntryList
    let settings: ImportSettings
    /// The declarations of inline schemas, by the name of the file.
    private(set) var declarations: [String: [IDLDeclaration]] = [:]
    /// The file of the current operation.
    var file = ""
    var scope: NameScope

    /// The names of the components, by pointer.
    private var componentNames: [String: String] = [:]
    /// The pointers of the components that requests and responses contain.
    private let sentComponents: Set<String>, receivedComponents: Set<String>
    private var components: [String: FieldType] = [:]
    /// The components that are being imported, and whether they refer to themselves.
    private var unfinished: [String: Bool] = [:]
    /// The declarations of components, with the places of the components in the document.
    private var shared: [(place: Int, declaration: IDLDeclaration)] = []
    private var currentPlace: Int?
    /// The structures by name. Those that are imported later have no fields yet.
    private(set) var structures: [String: IDLStructure] = [:]
    private var declaredNames: Set<String> = []
    /// The types of components that have no declaration but refer to themselves.
    private var aliases: [String: IDLType] = [:]
    /// The types of inline schemas, by operation and text. Documents often repeat the schema of an error.
    private var inlineTypes: [String: FieldType] = [:]
    /// The number of components that are being imported.
    private var depth = 0
    /// Structures to import later, because they are nested too deeply.
    private var deferred: [Element] = []

    init(
        _ document: OpenAPIDocument, _ entries: EntryList, _ settings: ImportSettings,
        reserving reserved: Set<String>, sent: Set<String>, received: Set<String>
    ) {
        (self.document, self.entries, self.settings) = (document, entries, settings)
        (sentComponents, receivedComponents) = (sent, received)
        scope = NameScope(reserved)
        for (key, schema) in document.root["components"]?["schemas"]?.members ?? [] {
            componentNames[schema.pointer] = uniqueTypeName(settings.name(of: schema) ?? key.typeName)
        }
    }

    /// The declarations of components, in the order of the document.
    var sharedDeclarations: [IDLDeclaration] {
        shared.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map { $0.element.declaration.replacing(aliases) }
    }

    func declare(_ declaration: IDLDeclaration) {
        declaredNames.insert(declaration.name)
        if case .structure(let structure) = declaration { structures[structure.name] = structure }
        if let currentPlace {
            shared.append((currentPlace, declaration))
        } else {
            declarations[file, default: []].append(declaration)
        }
    }

    /// Returns a unique name for a type.
    func uniqueTypeName(_ name: String) -> String {
        var name = name.isEmpty ? "Value" : name
        if Self.isReserved(name) { name += "Model" }
        return scope.unique(name, suffixes: ["Model"])
    }

    /// Whether a name has another meaning in `.http` files or in Swift.
    private static func isReserved(_ name: String) -> Bool {
        Reserved.types.contains(name) || Reserved.modules.contains(name) || Reserved.protocols.contains(name)
            || BuiltinType(rawValue: name) != nil || Habits.has(name) || otherNames.contains(name)
    }

    private static let otherNames: Set<String> = [
        "URL", "UUID", "DECIMAL", "ARRAY", "DICT", "NULLABLE", "STREAM", "LINES", "SEQUENCE", "ELEMENTS", "HTTPContent",
        "JSONObject", "FailureModel",
        // Types of Swift and Foundation that the code of an app names all the time.
        "Array", "Bool", "Character", "CodingKey", "Codable", "Data", "Date", "Decimal", "Decodable", "Dictionary",
        "Double", "Encodable", "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int", "Never", "Optional",
        "Range", "Result", "Sendable", "Sequence", "Set", "String", "Substring", "Task", "Void",
    ]
}

extension SchemaImporter {
    /// The type of a schema.
    ///
    /// - Parameter name: A name for the type if it has none.
    func type(of schema: Element, named name: String, _ use: SchemaUse) throws(ImportError) -> FieldType {
        guard schema["$ref"] != nil || componentNames[schema.pointer] != nil else {
            return try ownType(of: schema, named: name, use)
        }
        let target = try document.resolved(schema)
        if use.isMultipart, typeNames(of: target) == ["string"], target["enum"] == nil {
            return try ownType(of: target, named: name, use)
        }
        if let type = settings.type(of: schema) ?? settings.type(of: target) { return type }
        var type = try component(target, named: name, use)
        if isMarkedNullable(schema) { type.isNullable = true }
        return type
    }

    /// The type of the target of a reference.
    private func component(_ schema: Element, named name: String, _ use: SchemaUse) throws(ImportError) -> FieldType {
        let pointer = schema.pointer
        if let known = components[pointer] { return known }
        let name = componentNames[pointer] ?? uniqueTypeName(name)
        if unfinished[pointer] != nil {
            unfinished[pointer] = true
            return FieldType(.named(name), isNullable: isMarkedNullable(schema))
        }
        componentNames[pointer] = name
        if depth >= Self.mostLevels, try isPlainStructure(schema) {
            deferred.append(schema)
            structures[name] = IDLStructure(name: name)
            components[pointer] = FieldType(.named(name), isNullable: isMarkedNullable(schema))
            return FieldType(.named(name), isNullable: isMarkedNullable(schema))
        }
        guard depth < Self.mostLevels * 4 else {
            throw document.error(schema, "the types refer to one another over more than \(depth) levels")
        }
        return try importComponent(schema, name)
    }

    /// Declares the structures that were deferred.
    func finish() throws(ImportError) {
        while let schema = deferred.popLast() {
            if let name = componentNames[schema.pointer] { _ = try importComponent(schema, name) }
        }
    }

    /// The depth from which structures are imported later, so that no document overflows the stack.
    private static let mostLevels = 40

    private func importComponent(_ schema: Element, _ name: String) throws(ImportError) -> FieldType {
        let pointer = schema.pointer
        let use = SchemaUse(
            isRequest: sentComponents.contains(pointer), isResponse: receivedComponents.contains(pointer))
        let (place, operation) = (currentPlace, entries.operation)
        depth += 1
        currentPlace = schema.node.start
        entries.operation = nil
        defer {
            (currentPlace, entries.operation) = (place, operation)
            depth -= 1
        }
        unfinished[pointer] = false
        var type = try ownType(of: schema, named: name, use, isNameTaken: true)
        if !declaredNames.contains(name), type.type.contains(name) {
            entries.add(schema, "this type contains itself but is not an object; its values are HTTPContent")
            type = FieldType(.content)
        }
        // Structures inside this component already use its name, although nothing declares it.
        if unfinished[pointer] == true, !declaredNames.contains(name) { aliases[name] = type.element }
        unfinished[pointer] = nil
        components[pointer] = type
        return type
    }

    /// The type of a schema that is not a reference.
    ///
    /// - Parameter isNameTaken: Whether the name is already reserved for this schema.
    func ownType(
        of schema: Element, named name: String, _ use: SchemaUse, isNameTaken: Bool = false
    ) throws(ImportError) -> FieldType {
        if let type = settings.type(of: schema) { return type }
        let name = TypeName(isNameTaken ? name : settings.name(of: schema) ?? name, isTaken: isNameTaken)
        let key =
            currentPlace == nil && schema.isObject && settings.names.isEmpty && settings.types.isEmpty
            ? "\(file) \(entries.operation ?? "") \(use) \(schema.json)" : nil
        if let key, let known = inlineTypes[key] { return known }
        var type = try typeWithoutNull(of: schema, name, use)
        if isMarkedNullable(schema) { type.isNullable = true }
        if try hasNullVariant(schema) { type.isNullable = true }
        if let key { inlineTypes[key] = type }
        return type
    }

    private func typeWithoutNull(
        of schema: Element, _ name: TypeName, _ use: SchemaUse
    ) throws(ImportError) -> FieldType {
        if let whole = try onlyPart(of: schema) { return try type(of: whole, named: name.text, use, keeping: name) }
        if schema["enum"] != nil || schema["const"] != nil, let type = choice(schema, name) { return type }
        if try document.isObject(schema) { return try object(schema, name, use) }
        for word in ["oneOf", "anyOf"] {
            guard let variants = schema[word]?.elements, !variants.isEmpty else { continue }
            return try union(of: variants, schema, name, use)
        }
        let types = typeNames(of: schema)
        guard types.count < 2 else { return try unionOfTypes(types, schema, name, use) }
        return try value(schema, type: types.first, name, use)
    }

    /// Whether a schema always becomes a structure.
    private func isPlainStructure(_ schema: Element) throws(ImportError) -> Bool {
        guard try document.isObject(schema), try onlyPart(of: schema) == nil else { return false }
        let parts = try document.parts(of: schema)
        return !parts.properties.isEmpty && parts.alternatives.isEmpty && parts.discriminator == nil
    }

    /// The type of a schema that gets the name of its parent.
    private func type(
        of schema: Element, named text: String, _ use: SchemaUse, keeping name: TypeName
    ) throws(ImportError) -> FieldType {
        schema["$ref"] == nil
            ? try ownType(of: schema, named: text, use, isNameTaken: name.isTaken)
            : try type(of: schema, named: text, use)
    }

    /// The only entry of `allOf`, `oneOf`, or `anyOf`, if the schema says nothing else about the type.
    private func onlyPart(of schema: Element) throws(ImportError) -> Element? {
        guard schema["properties"] == nil, schema["enum"] == nil, schema["const"] == nil else { return nil }
        let lists = ["allOf", "oneOf", "anyOf"].compactMap { schema[$0]?.elements }
        guard lists.count == 1 else { return nil }
        // With `allOf`, a list of required members creates another structure.
        let isMerged = schema["allOf"] != nil
        guard !isMerged || schema["required"] == nil else { return nil }
        let parts = try lists[0].kept { (part) throws(ImportError) in
            try isMerged ? !part.isAnnotation : document.describesValues(part)
        }
        return parts.count == 1 ? parts[0] : try mainPart(of: schema)
    }

    /// The part of `allOf` that decides the type of a value that is not an object.
    private func mainPart(of schema: Element) throws(ImportError) -> Element? {
        guard let parts = schema["allOf"]?.elements, try !document.isObject(schema) else { return nil }
        let words = ["enum", "const", "$ref", "oneOf", "anyOf", "type"]
        return words.lazy.compactMap { word in parts.first { $0[word] != nil } }.first
    }

    /// The names after `type`, without null.
    func typeNames(of schema: Element) -> [String] {
        guard let type = schema["type"] else { return [] }
        return (type.text.map { [$0] } ?? type.texts).filter { $0 != "null" }
    }

    func isMarkedNullable(_ schema: Element) -> Bool {
        schema["nullable"]?.boolean == true || schema["type"]?.texts.contains("null") == true
            || schema["enum"]?.elements.contains(where: \.isNull) == true
            || schema["allOf"]?.elements.contains { $0["nullable"]?.boolean == true } == true
    }

    private func hasNullVariant(_ schema: Element) throws(ImportError) -> Bool {
        for word in ["oneOf", "anyOf"] {
            for variant in schema[word]?.elements ?? [] where try document.isNull(variant) { return true }
        }
        return false
    }
}

/// A suggested name for a type, or a name that is already reserved.
struct TypeName {
    let text: String
    let isTaken: Bool

    init(_ text: String, isTaken: Bool = false) { (self.text, self.isTaken) = (text, isTaken) }

    /// A name for a type inside this type.
    func inner(_ text: String) -> String { self.text + text.typeName.withoutUnderscore }
}

extension SchemaImporter {
    /// Reserves the name, if that has not been done.
    func taken(_ name: TypeName) -> String { name.isTaken ? name.text : uniqueTypeName(name.text) }
}

extension String {
    var withoutUnderscore: String { hasPrefix("_") ? String(dropFirst()) : self }
}

extension SchemaImporter {
    /// Whether a type is a structure.
    func isStructure(_ name: String) -> Bool { structures[name] != nil }

    /// The number of members that a value of a structure must have, also as an element of an array. Zero for others.
    func requiredMembers(of type: IDLType) -> Int {
        switch type {
        case .named(let name): structures[name]?.fields.count(where: \.isRequired) ?? 0
        case .array(let element): requiredMembers(of: element)
        default: 0
        }
    }
}
