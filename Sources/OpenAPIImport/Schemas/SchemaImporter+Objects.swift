import HTTPIDLCompiler

extension SchemaImporter {
    /// The type of a schema that is an object: a structure, a dictionary, or a union if it has alternatives.
    func object(_ schema: Element, _ name: TypeName, _ use: SchemaUse) throws(ImportError) -> FieldType {
        let parts = try document.parts(of: schema)
        if let variants = parts.alternatives.first {
            return try unionOfObjects(variants, parts, schema, name, use)
        }
        if parts.discriminator != nil, let subtypes = try subtypes(of: schema) {
            return try union(of: subtypes, schema, name, use)
        }
        if !parts.properties.isEmpty || !parts.required.isEmpty {
            let name = taken(name)
            try declareStructure(parts, schema, name, use)
            return FieldType(.named(name))
        }
        guard let additional = parts.additional, additional.isObject else { return FieldType(.dictionary(.content)) }
        return FieldType(.dictionary(try type(of: additional, named: name.inner("Value"), use).element))
    }

    /// The components that extend a schema with `allOf`, or nil if there are none.
    private func subtypes(of schema: Element) throws(ImportError) -> [Element]? {
        let components = document.root["components"]?["schemas"]?.members.map(\.value) ?? []
        let subtypes = try components.kept { (component) throws(ImportError) in
            for part in component["allOf"]?.elements ?? [] where part["$ref"] != nil {
                if try document.resolved(part).pointer == schema.pointer { return true }
            }
            return false
        }
        return subtypes.isEmpty ? nil : subtypes
    }

    func declareStructure(
        _ parts: ObjectParts, _ schema: Element, _ name: String, _ use: SchemaUse
    ) throws(ImportError) {
        if let additional = parts.additional, additional.node.members?.isEmpty == false {
            entries.add(additional, "a structure has only named members; other members are ignored")
        }
        let fields = try fields(of: parts, in: TypeName(name), use)
        declare(.structure(IDLStructure(name: name, comment: comment(of: schema, named: name), fields: fields)))
    }

    /// The fields of an object.
    func fields(
        of parts: ObjectParts, in name: TypeName, _ use: SchemaUse, _ scope: NameScope = NameScope(Reserved.structure)
    ) throws(ImportError) -> [IDLField] {
        var scope = scope
        var fields: [IDLField] = []
        for property in parts.properties where !settings.omits(property.schema) {
            let type = try type(of: property.schema, named: name.inner(property.name), use)
            let field = try field(
                property.name, type, property.schema, isRequired: parts.required.contains(property.name), use, &scope)
            if let field { fields.append(field) }
        }
        let named = Set(parts.properties.map(\.name))
        for name in parts.required.subtracting(named).sorted() {
            guard let wireName = name.idlWireName else { continue }
            fields.append(IDLField(type: .content, name: scope.unique(name.fieldName), wireName: wireName))
        }
        return fields
    }

    private func field(
        _ name: String, _ type: FieldType, _ schema: Element, isRequired: Bool, _ use: SchemaUse,
        _ scope: inout NameScope
    ) throws(ImportError) -> IDLField? {
        guard let wireName = name.idlWireName else {
            entries.add(schema, "a member whose name is empty or has control characters is left out")
            return nil
        }
        let described = try document.resolved(schema)
        // In OpenAPI 3.1, a reference has siblings.
        let flag = { (word: String) in schema[word] ?? described[word] }
        let isReadOnly = flag("readOnly")?.boolean == true
        let isWriteOnly = flag("writeOnly")?.boolean == true
        let isRequired = isRequired && !(isReadOnly && use.isRequest) && !(isWriteOnly && use.isResponse)
        var field = IDLField(
            type: type.type, name: scope.unique(name.fieldName), wireName: wireName, formats: type.formats)
        field.isDeprecated = flag("deprecated")?.boolean == true && !isRequired
        var notes = [comment(of: schema, named: name)] + (isRequired && type.constant != nil ? [] : type.notes)
        if isReadOnly { notes.append("Only the server sets it.") }
        if isWriteOnly { notes.append("The server does not return it.") }
        field.set(type, isRequired: isRequired, use)
        if let value = flag("default"), !value.isNull { notes += field.setDefault(value, type, use) }
        notes += schema.exampleNotes
        field.comment = notes.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return field
    }
}

extension IDLField {
    /// Makes the type optional, nullable, or constant.
    mutating func set(_ type: FieldType, isRequired: Bool, _ use: SchemaUse) {
        if isRequired, !type.isNullable, type.type != .content {
            if let constant = type.constant { value = ("CONSTANT", constant) }
        } else if type.isNullable, use.isRequest, !use.isForm, place == nil {
            self.type = .nullable(type.type)
        } else {
            self.type = .optional(type.type)
        }
    }

    /// Sets the default of a field that is never sent. For other fields, returns a sentence for the comment.
    fileprivate mutating func setDefault(_ element: Element, _ type: FieldType, _ use: SchemaUse) -> [String] {
        let literal: String? =
            switch (type.type, element.node.content) {
            case (.string, .string(let text)): text.idlLiteral
            case (.builtin("BOOL"), .boolean(let value)): "\(value)"
            case (.builtin("INT64"), .number): element.integer.map { "\($0)" }
            case (.builtin("INT32"), .number): element.integer.flatMap { Int32(exactly: $0) }.map { "\($0)" }
            default: nil
            }
        if let literal, !use.isRequest, !type.isNullable, value == nil, !isDeprecated {
            self.type = type.type
            value = ("DEFAULT", literal)
            return []
        }
        return ["Default: \(element.json)."]
    }
}

extension SchemaImporter {
    /// The description of a schema, or its title if that says more than the name.
    func comment(of schema: Element, named name: String) -> String {
        if let description = schema["description"]?.text { return description }
        if let title = schema["title"]?.text { return title.repeats(name) ? "" : title }
        guard let parts = schema["allOf"]?.elements, parts.count == 1 else { return "" }
        return comment(of: parts[0], named: name)
    }
}
