import HTTPIDLCompiler

extension OperationImporter {
    /// The fields for the parameters.
    func parameters(
        _ template: PathTemplate, _ scope: inout NameScope, _ expressions: inout [String: String]
    ) throws(ImportError) -> [IDLField] {
        for name in template.names.values.sorted() { _ = scope.unique(name) }
        var fields: [IDLField] = []
        for parameter in try allParameters() where !schemas.settings.omits(parameter) {
            guard let name = parameter["name"]?.text, let place = parameter["in"]?.text else {
                throw document.error(parameter, "a parameter needs \"name\" and \"in\"")
            }
            if place == "path" {
                if let field = try pathField(parameter, name, template, &expressions) { fields.append(field) }
            } else if let field = try field(parameter, name, place, &scope) {
                fields.append(field)
            }
        }
        return fields
    }

    /// The parameters of the operation and of its path. A parameter of the operation replaces one of the path.
    private func allParameters() throws(ImportError) -> [Element] {
        var parameters: [Element] = []
        var keys: Set<String> = []
        for list in [source.element["parameters"], source.item["parameters"]] {
            for reference in list?.elements ?? [] {
                let parameter = try document.resolved(reference)
                let key = "\(parameter["in"]?.text ?? "") \(parameter["name"]?.text ?? "")"
                if keys.insert(key).inserted { parameters.append(parameter) }
            }
        }
        return parameters
    }

    private func pathField(
        _ parameter: Element, _ name: String, _ template: PathTemplate, _ expressions: inout [String: String]
    ) throws(ImportError) -> IDLField? {
        guard let variable = template.names[name] else {
            entries.add(parameter, "the path has no variable \(name.debugDescription); the parameter is left out")
            return nil
        }
        let type = try parameterType(parameter, name)
        let isExploded = parameter["explode"]?.boolean == true && type.type.isCollection
        let prefix = ["label": ".", "matrix": ";"][parameter["style"]?.text ?? ""] ?? ""
        if isExploded || !prefix.isEmpty { expressions[name] = prefix + variable + (isExploded ? "*" : "") }
        if prefix == ";", variable != name {
            entries.add(
                parameter, "the name of a matrix parameter must be a valid Swift name; it is sent as \(variable)")
        }
        let comment = parameter["description"]?.text ?? ""
        guard type.type != .string || !comment.isEmpty else { return nil }
        return IDLField(place: .path, type: type.type, name: variable, wireName: variable, comment: comment)
    }

    private func field(
        _ parameter: Element, _ name: String, _ place: String, _ scope: inout NameScope
    ) throws(ImportError) -> IDLField? {
        // OpenAPI ignores parameters with these names (OpenAPI 3.0.4, section 4.7.12.1).
        if place == "header", ["accept", "content-type", "authorization"].contains(name.lowercased()) { return nil }
        guard let wireName = name.idlWireName, let kind = IDLField.Place(rawValue: place.uppercased()),
            kind == .query || name.isHTTPToken
        else {
            entries.add(parameter, "a parameter with this name, or in this place, cannot be sent; it is left out")
            return nil
        }
        var type = try parameterType(parameter, name)
        if kind == .header || kind == .cookie, type.type.isObject(in: schemas) {
            entries.add(
                parameter,
                "a header field or a cookie cannot be an object; the field is a STRING, so encode the object yourself")
            type = FieldType(.string)
        }
        var field = IDLField(place: kind, type: type.type, name: scope.unique(name.fieldName), wireName: wireName)
        field.formats = formats(of: parameter, type.type, kind)
        if field.formats == ["MAP"] { field.wireName = field.name }
        let isRequired = parameter["required"]?.boolean == true
        type.isNullable = false
        field.set(type, isRequired: isRequired, SchemaUse(isRequest: true))
        field.isDeprecated = parameter["deprecated"]?.boolean == true && !isRequired
        var notes = [parameter["description"]?.text ?? ""]
        if !isRequired || type.constant == nil { notes += type.notes }
        if let value = parameter["schema"]?["default"] { notes.append("Default: \(value.json).") }
        if parameter["schema"] == nil, let type = parameter["content"]?.members.first?.key {
            notes.append("Text in \(type).")
            entries.add(
                parameter, "a parameter in \(type) has no fields; the field is a STRING, so encode the value yourself")
        }
        if parameter["allowReserved"]?.boolean == true {
            entries.add(parameter, "reserved characters are always encoded in a query")
        }
        notes += parameter.exampleNotes
        field.comment = notes.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return field
    }

    private func parameterType(_ parameter: Element, _ name: String) throws(ImportError) -> FieldType {
        guard let schema = parameter["schema"] else {
            // The parameter has a media type. Its value is text in that type, such as JSON.
            return FieldType(.string)
        }
        var type = try schemas.type(
            of: schema, named: typeName + name.typeName.withoutUnderscore,
            SchemaUse(isRequest: true, isParameter: true))
        type.type = type.plainType ?? type.type
        if type.type.isListOfCollections(in: schemas) {
            entries.add(parameter, "\(Self.listOfCollections), so encode it yourself")
            return FieldType(.string)
        }
        return type
    }

    static let listOfCollections = "an array of objects or arrays has no notation here; the field is a STRING"

    /// The formats for the `style` and `explode` of a parameter.
    private func formats(of parameter: Element, _ type: IDLType, _ place: IDLField.Place) -> [String] {
        let style = parameter["style"]?.text ?? "form"
        let isExploded = parameter["explode"]?.boolean ?? (style == "form")
        guard place == .query else { return [] }
        if case .array = type {
            if isExploded { return ["REPEATED"] }
            return [["spaceDelimited": "SPACES", "pipeDelimited": "PIPES"][style] ?? "COMMAS"]
        }
        guard type.isObject(in: schemas), style != "deepObject" else { return [] }
        return [isExploded ? "MAP" : "JOINED"]
    }
}

extension IDLType {
    /// Whether `explode` can change how values are written.
    fileprivate var isCollection: Bool {
        switch self {
        case .array, .dictionary, .named: true
        default: false
        }
    }

    /// Whether the values are arrays of objects or arrays, which neither a parameter nor a form can be.
    func isListOfCollections(in schemas: SchemaImporter) -> Bool {
        guard case .array(let element) = self else { return false }
        if case .array = element.bare { return true }
        return element.bare.isObject(in: schemas)
    }

    /// Whether the values have members.
    func isObject(in schemas: SchemaImporter) -> Bool {
        switch self {
        case .dictionary: true
        case .named(let name): schemas.isStructure(name)
        default: false
        }
    }
}
