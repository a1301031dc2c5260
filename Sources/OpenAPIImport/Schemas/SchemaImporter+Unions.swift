import HTTPIDLCompiler

extension SchemaImporter {
    /// The type for the alternatives of `oneOf` or `anyOf`.
    func union(
        of variants: [Element], _ schema: Element, _ name: TypeName, _ use: SchemaUse
    ) throws(ImportError) -> FieldType {
        let variants = try variants.kept { (variant) throws(ImportError) in try !document.isNull(variant) }
        guard !variants.isEmpty else { return FieldType(.content, isNullable: true) }
        if let constants = try constants(variants) {
            let isInteger = constants.allSatisfy { $0.value.integer != nil }
            return enumeration(
                constants, rawType: isInteger ? "INT64" : nil, comment: comment(of: schema, named: name.text), name)
        }
        if let values = try strings(variants) {
            guard !values.isEmpty else { return FieldType(.string) }
            return enumeration(values, rawType: nil, comment: comment(of: schema, named: name.text), name)
        }
        return try declareUnion(variants, schema, name, use) { (variant, text) throws(ImportError) in
            try self.type(of: variant, named: text, use)
        }
    }

    /// The values, if each schema is a constant.
    private func constants(_ variants: [Element]) throws(ImportError) -> [EnumeratedValue]? {
        var values: [EnumeratedValue] = []
        for variant in variants {
            let variant = try document.resolved(variant)
            guard let value = variant["const"], value.text != nil || value.integer != nil else { return nil }
            values.append(
                EnumeratedValue(
                    value: value, name: variant["title"]?.text ?? "", comment: variant["description"]?.text ?? ""))
        }
        let isMixed = values.contains { $0.value.text != nil } && values.contains { $0.value.text == nil }
        return isMixed ? nil : values
    }

    /// The listed values, if all schemas are strings. An enumeration of a `.http` file also allows other strings.
    private func strings(_ variants: [Element]) throws(ImportError) -> [EnumeratedValue]? {
        var values: [EnumeratedValue] = []
        for variant in variants {
            let variant = try document.resolved(variant)
            let all = variant["enum"]?.elements ?? variant["const"].map { [$0] } ?? []
            guard typeNames(of: variant) == ["string"] || !all.isEmpty && variant["type"] == nil,
                all.allSatisfy({ $0.text != nil || $0.isNull })
            else { return nil }
            values += all.filter { !$0.isNull }.map { EnumeratedValue(value: $0, name: "", comment: "") }
        }
        return values
    }

    /// The union of values of several types.
    func unionOfTypes(
        _ types: [String], _ schema: Element, _ name: TypeName, _ use: SchemaUse
    ) throws(ImportError) -> FieldType {
        var cases: [IDLUnion.Case] = []
        for type in types {
            let type = try value(schema, type: type, TypeName(name.inner(type)), use).element
            cases.append(IDLUnion.Case(type: type, name: ""))
        }
        return declareUnion(cases, key: nil, comment: comment(of: schema, named: name.text), name)
    }

    /// The union for an object that has properties and alternatives. Each case also has the properties.
    func unionOfObjects(
        _ variants: [Element], _ parts: ObjectParts, _ schema: Element, _ name: TypeName, _ use: SchemaUse
    ) throws(ImportError) -> FieldType {
        for others in parts.alternatives.dropFirst() {
            entries.add(others[0], "an object can have only one list of alternatives; the first list is used")
        }
        guard !parts.properties.isEmpty else { return try union(of: variants, schema, name, use) }
        return try declareUnion(variants, schema, name, use) { (variant, text) throws(ImportError) in
            var merged = parts
            merged.alternatives = []
            try merged.merge(self.document.parts(of: variant))
            let name = self.uniqueTypeName(text)
            try self.declareStructure(merged, try self.document.resolved(variant), name, use)
            return FieldType(.named(name))
        }
    }

    private func declareUnion(
        _ variants: [Element], _ schema: Element, _ name: TypeName, _ use: SchemaUse,
        _ type: (Element, String) throws(ImportError) -> FieldType
    ) throws(ImportError) -> FieldType {
        let text = name.text
        let key = try discriminator(of: schema, variants)
        var (cases, isNullable): ([IDLUnion.Case], Bool) = ([], false)
        for (index, variant) in variants.enumerated() {
            let label = label(of: variant)
            let inner = text + (label.isEmpty ? "Choice\(index + 1)" : label).typeName.withoutUnderscore
            let type = try type(variant, inner)
            isNullable = isNullable || type.isNullable
            let name = label.isEmpty && type.type.isNamed ? "choice\(index + 1)" : label.memberName
            let values = try key.map { (key) throws(ImportError) in try self.values(of: key, variant) } ?? []
            if values.isEmpty {
                cases.append(IDLUnion.Case(type: type.plainType ?? type.type, name: name))
            }
            for value in values {
                let name = values.count == 1 && !label.isEmpty ? label.memberName : value.caseName
                cases.append(IDLUnion.Case(type: type.type, name: name, wireName: value.idlWireName))
            }
        }
        if use.isForm || use.isParameter, let array = cases.map(\.type).arrayOrElement {
            return FieldType(array, isNullable: isNullable)
        }
        cases = cases.map { IDLUnion.Case(type: $0.type.withoutFiles, name: $0.name, wireName: $0.wireName) }
        if key == nil, use.isResponse { noteAmbiguity(of: cases, schema) }
        let isTold = cases.allSatisfy { $0.wireName != nil } && Set(cases.compactMap(\.wireName)).count == cases.count
        return declareUnion(
            cases, key: isTold ? key?.name : nil, comment: comment(of: schema, named: name.text), name
        ).nullable(isNullable)
    }

    private func declareUnion(
        _ cases: [IDLUnion.Case], key: String?, comment: String, _ name: TypeName
    ) -> FieldType {
        var scope = NameScope(Reserved.union)
        var types: Set<IDLType> = []
        let sorted = key == nil ? mostSpecificFirst(cases) : cases
        let kept = sorted.filter { $0.type != .content && (key != nil || types.insert($0.type).inserted) }
        guard kept.count > 1 || key != nil else {
            return FieldType(kept.count == cases.count ? kept.first?.type ?? .content : .content)
        }
        let named = kept.map { item in
            let name = item.name.isEmpty ? item.type.caseName : item.name
            return IDLUnion.Case(
                type: item.type, name: scope.unique(name.isEmpty ? "value" : name),
                wireName: key == nil ? nil : item.wireName)
        }
        let text = taken(name)
        declare(.union(IDLUnion(name: text, comment: comment, key: key, cases: named)))
        return FieldType(.named(text))
    }

    /// The cases in the order in which they are tried. The first one that fits is read, so general ones come last.
    private func mostSpecificFirst(_ cases: [IDLUnion.Case]) -> [IDLUnion.Case] {
        let order = { (index: Int, item: IDLUnion.Case) in
            (item.type.rank, -self.requiredMembers(of: item.type), index)
        }
        return cases.enumerated().sorted { order($0.0, $0.1) < order($1.0, $1.1) }.map(\.element)
    }

    /// Adds an entry if values of a structure could be read as another structure, so that members would be lost.
    private func noteAmbiguity(of cases: [IDLUnion.Case], _ schema: Element) {
        let found = mostSpecificFirst(cases).compactMap { item in
            if case .named(let name) = item.type { structures[name] } else { nil }
        }
        for (index, first) in found.enumerated() {
            for second in found.dropFirst(index + 1) where first.name != second.name && first.accepts(valuesOf: second)
            {
                entries.add(
                    schema,
                    "\(first.name) and \(second.name) can look alike; a value that fits both is read as \(first.name)")
                return
            }
        }
    }

    /// A name for an alternative, or an empty text.
    private func label(of variant: Element) -> String {
        if let reference = variant["$ref"]?.text {
            return String(reference.split(separator: "/").last ?? "").withoutPointerEscapes
        }
        if variant.isComponent { return variant.lastToken }
        return variant["title"]?.text ?? ""
    }
}

/// The discriminator of a union.
struct Discriminator {
    let name: String
    /// The values, by the JSON pointer of a schema.
    let mapping: [String: [String]]
}

extension SchemaImporter {
    private func discriminator(of schema: Element, _ variants: [Element]) throws(ImportError) -> Discriminator? {
        for variant in variants where try !isPlainObject(variant) { return nil }
        guard let place = schema["discriminator"], let name = place["propertyName"]?.text else {
            return try commonKey(of: variants).map { Discriminator(name: $0, mapping: [:]) }
        }
        var mapping: [String: [String]] = [:]
        for (value, target) in place["mapping"]?.members ?? [] {
            let text = target.text ?? ""
            let reference = text.hasPrefix("#") ? text : "#/components/schemas/\(text.pointerToken)"
            mapping[try document.target(of: reference, at: target).pointer, default: []].append(value)
        }
        return Discriminator(name: name, mapping: mapping)
    }

    private func isPlainObject(_ schema: Element) throws(ImportError) -> Bool {
        guard try document.isObject(schema) else { return false }
        let parts = try document.parts(of: schema)
        return parts.alternatives.isEmpty && !parts.properties.isEmpty
    }

    /// A required property whose constant differs in all schemas.
    private func commonKey(of variants: [Element]) throws(ImportError) -> String? {
        guard variants.count > 1 else { return nil }
        var keys: [String: Set<String>] = [:]
        for variant in variants {
            let parts = try document.parts(of: variant)
            for property in parts.properties where parts.required.contains(property.name) {
                let schema = try document.resolved(property.schema)
                guard let value = schema.onlyValue else { continue }
                keys[property.name, default: []].insert(value)
            }
        }
        return keys.filter { $0.value.count == variants.count }.keys.min()
    }

    /// The values of the discriminator that select a schema.
    private func values(of key: Discriminator, _ variant: Element) throws(ImportError) -> [String] {
        let target = try document.resolved(variant)
        if let values = key.mapping[target.pointer] { return values }
        if let property = try document.parts(of: variant).properties.first(where: { $0.name == key.name }),
            let value = try document.resolved(property.schema).onlyValue
        {
            return [value]
        }
        return target.isComponent ? [target.lastToken] : []
    }
}

extension Element {
    /// Whether this is a schema among the components.
    fileprivate var isComponent: Bool {
        let start = "/components/schemas/"
        return pointer.hasPrefix(start) && !pointer.dropFirst(start.count).contains("/")
    }

    /// The only string that a schema allows.
    fileprivate var onlyValue: String? {
        if let value = self["const"]?.text { return value }
        let values = self["enum"]?.elements ?? []
        return values.count == 1 ? values[0].text : nil
    }
}

extension ObjectParts {
    /// Adds the properties of another object.
    mutating func merge(_ other: ObjectParts) {
        for property in other.properties { add(property.name, property.schema) }
        required.formUnion(other.required)
        additional = other.additional ?? additional
    }
}

extension [IDLType] {
    /// The array type, if these are an array type and its element type. Forms and queries write both the same way.
    fileprivate var arrayOrElement: IDLType? {
        guard Set(self).count == 2 else { return nil }
        return first { if case .array(let element) = $0 { contains(element) } else { false } }
    }
}

extension IDLType {
    fileprivate var isNamed: Bool { if case .named = self { true } else { false } }

    /// Replaces files with bytes, because a union cannot contain files.
    fileprivate var withoutFiles: IDLType {
        switch self {
        case .builtin("FILE"): .builtin("BLOB")
        case .array(let element): .array(element.withoutFiles)
        default: self
        }
    }

    /// How general a type is. General types come last in a union.
    fileprivate var rank: Int {
        switch self {
        case .builtin("UUID"), .builtin("DATE"), .builtin("URL"): 0
        case .builtin("DOUBLE"), .builtin("FLOAT"): 3
        case .builtin("STRING"): 5
        case .dictionary: 4
        case .array(.content): 4
        default: 1
        }
    }

    /// A name for a case with this type.
    fileprivate var caseName: String {
        switch self {
        case .builtin("INT64"), .builtin("INT32"): "integer"
        case .builtin("DOUBLE"), .builtin("FLOAT"): "number"
        case .builtin("BOOL"): "boolean"
        case .builtin(let name): name.lowercased()
        case .named(let name): name.memberName
        case .array: "array"
        case .dictionary: "object"
        case .optional(let type), .nullable(let type), .stream(_, let type): type.caseName
        }
    }
}
