extension OperationImporter {
    /// The body of the request.
    func request(_ content: MediaContent?, _ scope: inout NameScope) throws(ImportError) -> IDLBody {
        guard let content, let place = source.element["requestBody"] else { return IDLBody() }
        let isRequired = try document.resolved(place)["required"]?.boolean == true
        switch content.kind {
        case .json: return try json(content, isRequired: isRequired, &scope)
        case .form: return try form(content, "FORM", &scope)
        case .multipart: return try form(content, "MULTIPART", &scope)
        case .text: return whole(.string, isRequired, content.type.idlLiteral)
        case .bytes, .xml, .lines, .events:
            let type = content.type.contains("*") ? "application/octet-stream" : content.type
            return whole(.builtin("FILE"), isRequired, type.idlLiteral)
        }
    }

    private func whole(_ type: IDLType, _ isRequired: Bool, _ format: String?) -> IDLBody {
        IDLBody(whole: isRequired ? type : .optional(type), format: format)
    }

    private func json(
        _ content: MediaContent, isRequired: Bool, _ scope: inout NameScope
    ) throws(ImportError) -> IDLBody {
        let isPlain = content.type == "application/json" || content.type.contains("*")
        let hasBody = ["POST", "PUT", "PATCH", "OPTIONS", "TRACE"].contains(source.method)
        let format = isPlain ? (hasBody ? nil : "JSON") : content.type.idlLiteral
        guard let schema = content.schema else { return whole(.content, isRequired, format) }
        let use = SchemaUse(isRequest: true)
        if isRequired, let parts = try fieldsOfBody(schema) {
            let fields = try schemas.fields(of: parts, in: TypeName(typeName), use, scope)
            return IDLBody(fields: fields, format: format)
        }
        let type = try schemas.type(of: schema, named: typeName + "Body", use)
        return whole(type.plainType ?? type.type, isRequired, format)
    }

    /// Returns the parts of an inline object, whose members become fields of the request, or nil for other schemas.
    private func fieldsOfBody(_ schema: Element) throws(ImportError) -> ObjectParts? {
        guard schema["$ref"] == nil, !schemas.isMarkedNullable(schema), try document.isObject(schema) else {
            return nil
        }
        let parts = try document.parts(of: schema)
        let isOpen = parts.additional?.node.members?.isEmpty == false
        return parts.alternatives.isEmpty && !parts.properties.isEmpty && !isOpen ? parts : nil
    }

    private func form(
        _ content: MediaContent, _ format: String, _ scope: inout NameScope
    ) throws(ImportError) -> IDLBody {
        guard let schema = content.schema else { return IDLBody(whole: .dictionary(.string), format: format) }
        var parts = try document.parts(of: schema)
        for variant in parts.alternatives.joined() {
            var other = try document.parts(of: variant)
            other.required = []
            parts.merge(other)
        }
        guard !parts.properties.isEmpty else { return IDLBody(whole: .dictionary(.string), format: format) }
        let use = SchemaUse(isRequest: true, isForm: true, isMultipart: format == "MULTIPART")
        var fields = try schemas.fields(of: parts, in: TypeName(typeName), use, scope)
        for index in fields.indices {
            guard let property = parts.properties.first(where: { $0.name.idlWireName == fields[index].wireName }) else {
                continue
            }
            if format == "MULTIPART",
                fields[index].type.bare.isObject(in: schemas)
                    || fields[index].type.bare.isListOfCollections(in: schemas)
            {
                fields[index].type = fields[index].type.replacingBare(by: .builtin("BLOB"))
                entries.add(
                    property.schema,
                    "a part of a form cannot be an object; the field is a BLOB, so encode the value as JSON")
            }
            if fields[index].type.bare.isListOfCollections(in: schemas) {
                fields[index].type = fields[index].type.replacingBare(by: .string)
                entries.add(property.schema, "\(Self.listOfCollections), so encode it as JSON")
            }
            let encoding = content.element["encoding"]?[property.name]
            if format == "MULTIPART", let encoding { note(encoding, in: &fields[index]) }
            fields[index].formats = formats(of: fields[index].type, encoding, isMultipart: format == "MULTIPART")
        }
        return IDLBody(fields: fields, format: format)
    }

    /// Notes the media type of a part, and makes it bytes if it is not plain text.
    private func note(_ encoding: Element, in field: inout IDLField) {
        if let headers = encoding["headers"], headers.node.members?.isEmpty == false {
            entries.add(headers, "a part of a form has no header fields of its own; they are left out")
        }
        guard let type = encoding["contentType"]?.text else { return }
        if field.type.bare == .string, !type.hasPrefix("text/plain") {
            field.type = field.type.replacingBare(by: .builtin("BLOB"))
        }
        field.comment = [field.comment, "Media type: \(type)."].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func formats(of type: IDLType, _ encoding: Element?, isMultipart: Bool) -> [String] {
        let type = if case .optional(let type) = type { type } else { type }
        guard case .array(let element) = type else { return [] }
        if element.isObject(in: schemas) { return [] }
        let isExploded = encoding?["explode"]?.boolean ?? ((encoding?["style"]?.text ?? "form") == "form")
        if isExploded || isMultipart { return ["REPEATED"] }
        return [["spaceDelimited": "SPACES", "pipeDelimited": "PIPES"][encoding?["style"]?.text ?? ""] ?? "COMMAS"]
    }
}
