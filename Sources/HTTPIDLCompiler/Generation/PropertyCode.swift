/// The Swift code of a field, or of a bare type that is the whole body.
struct PropertyCode {
    /// The name in the file.
    let plainName: String
    let type: TypeReference
    var attributes = Attributes()
    var value: Field.Value?
    var place: Field.Place?
    var formats: [Format] = []
    /// The wire name, or nil for the whole body.
    var wireName: String?
    /// Whether the file sets the wire name.
    var hasOwnWireName = false
    /// The name of the constant for the wire name, or nil for the whole body.
    var keyName: String?
    let types: SwiftTypes
    let isStrict: Bool
    /// Whether the property is a member of a request, whose values can be missing until it is sent.
    var isInRequest = false
    /// Whether the value is stored behind a reference.
    let isIndirect: Bool
}

extension PropertyCode {
    var name: String { plainName.swiftName }
    /// The name within an initializer.
    var parameterName: String { plainName.parameterName }
    var key: String { (wireName ?? "").swiftLiteral }
    var deprecation: String? { attributes.deprecation }
    var isConstant: Bool { if case .constant = value { true } else { false } }
    var isNullable: Bool { if case .nullable = type.kind { true } else { false } }
    var isMap: Bool { formats.contains(.map) }
    /// Whether a missing value is an error.
    var isRequired: Bool { isStrict && !type.isOptional && value == nil && !isNullable }
    /// Whether the type of the property is optional. It is not if the value is required or has a default, unless it is
    /// a property of a request.
    var isOptional: Bool { !isNullable && !isConstant && (isInRequest || !isRequired && value == nil) }
    /// The type of the property.
    var propertyType: String { isOptional ? types.bare(type) + "?" : types.bare(type) }

    var documentation: [String] {
        guard attributes.documentation.isEmpty else { return attributes.documentation }
        return [wireName.map(\.asCode) ?? "The whole content."]
    }

    /// The parameter of an initializer, with its default value if there is one.
    var parameter: String {
        let value = defaultValue ?? (isNullable ? ".absent" : isRequired ? nil : "nil")
        return "\(plainName.parameter): \(propertyType)\(value.map { " = \($0)" } ?? "")"
    }
}

extension PropertyCode {
    /// Whether another property stores the value. Generated code must not use deprecated properties.
    var hasStorage: Bool { !isConstant && (deprecation != nil || isIndirect) }
    /// The property that stores the value.
    var storage: String { hasStorage ? plainName.storageName : name }
    /// The type of that property.
    var storageType: String {
        guard isIndirect else { return propertyType }
        return "\(types.runtime("Indirect"))<\(types.bare(type))>\(isOptional ? "?" : "")"
    }

    /// The expression that the property returns.
    var unboxed: String { isIndirect ? isOptional ? "\(storage)?.value" : "\(storage).value" : storage }

    /// The expression that stores a value.
    func boxed(_ value: String) -> String {
        guard isIndirect else { return value }
        let box = types.runtime("Indirect")
        return isOptional ? "\(value).map(\(box).init)" : "\(box)(\(value))"
    }
}

extension PropertyCode {
    /// The expression that reads the value.
    var reading: String {
        if place == .header { return "try \(headerReader).\(reading(""))" }
        let dates = arguments(of: [.dates, .nonFinite])
        let reader = dates.isEmpty ? "reader" : "reader.with(\(dates.joined(separator: ", ")))"
        let expression = "try \(reader).\(reading(wireName == nil ? "" : key))"
        // A box can be read like its value, but not from three states.
        return isNullable ? boxed(expression) : expression
    }

    private func reading(_ key: String) -> String {
        if isNullable { return "nullable(\(key))" }
        if let value = defaultValue { return "value(\(key.isEmpty ? "" : key + ", ")default: \(value))" }
        if isRequired { return "required(\(key))" }
        return "\(type.isOptional || key.isEmpty ? "optional" : "expected")(\(key))"
    }

    private var headerReader: String {
        let options = arguments(of: [.dates])
        guard isMap else { return "reader.header(\((["\(key), of: rawResponse"] + options).joined(separator: ", ")))" }
        return
            "reader.headers(\((["prefix: \(hasOwnWireName ? key : "\"\""), of: rawResponse"] + options).joined(separator: ", ")))"
    }

    /// The statement that writes the value.
    var writing: String {
        let value = isNullable ? unboxed : storage
        let options = arguments(of: [.dates, .nonFinite]).map { ", " + $0 }.joined()
        return isRequired && isInRequest
            ? "try fields.require(self.\(value), \(key)\(options))" : "fields.write(self.\(value), \(key)\(options))"
    }

    /// The statement that puts the value into a part of a request.
    ///
    /// - Parameter form: `field` or `part` if the value belongs to a form. Otherwise nil.
    func placing(inForm form: String?) -> String {
        let verb = isRequired ? "require" : "write"
        return "try parameters.\(verb)(self.\(storage), \(key), \(location(inForm: form)))"
    }

    private func location(inForm form: String?) -> String {
        let kinds: [Format.Kind] = [.arrays, .nesting, .booleans, .dates, .emptyArrays, .nonFinite]
        var options = arguments(of: kinds)
        let name: String
        switch place {
        case .path: name = "path"
        case .cookie: name = "cookie"
        case .query: name = isMap ? "queryMap" : "query"
        case .header:
            name = isMap ? "headerMap" : "header"
            if !isMap { options.insert(key, at: 0) } else if hasOwnWireName { options.insert("prefix: \(key)", at: 0) }
        case nil: name = isMap ? "fieldMap" : form ?? "field"
        }
        return options.isEmpty ? ".\(name)" : ".\(name)(\(options.joined(separator: ", ")))"
    }

    /// The options of a variable of the path, or nothing.
    var variableLocation: String { formats.isEmpty ? "" : ", \(location(inForm: nil))" }

    /// The arguments for the formats of these kinds, in this order.
    private func arguments(of kinds: [Format.Kind]) -> [String] {
        kinds.flatMap { kind in formats.filter { $0.kind == kind }.compactMap(\.argument) }
    }
}

extension Format {
    /// The argument in Swift.
    fileprivate var argument: String? {
        switch self {
        case .repeated: "arrays: .repeated"
        case .brackets: "arrays: .brackets"
        case .indexed: "arrays: .indexed"
        case .commas: "arrays: .commas"
        case .spaces: "arrays: .spaces"
        case .pipes: "arrays: .pipes"
        case .dots: "nesting: .dots"
        case .joined: "nesting: .joined"
        case .digits: "booleans: .digits"
        case .dateTime: "dates: .iso8601"
        case .httpDate: "dates: .httpDate"
        case .seconds: "dates: .secondsSince1970"
        case .milliseconds: "dates: .millisecondsSince1970"
        case .sentEmpty: "emptyArrays: .sent"
        case .names: "nonFinite: .names"
        case .map: nil
        }
    }
}

extension PropertyCode {
    /// The default or the constant as a Swift expression.
    var defaultValue: String? {
        switch value {
        case .default(let literal), .constant(let literal): expression(of: literal)
        case nil: nil
        }
    }

    /// The constant. It includes its type if Swift would infer another one from the literal.
    var typedConstant: String {
        let value = defaultValue ?? ""
        if type.isBuiltin(.string) || type.isBuiltin(.bool) || type.directName != nil { return value }
        return "\(value) as \(types.bare(type))"
    }

    private func expression(of literal: Literal) -> String {
        switch literal.kind {
        case .number(let text): number(text)
        case .string(let text): text.swiftLiteral
        case .bool(let value): value.description
        case .name(let name): types.constant(name, of: type)
        case .emptyArray: "[]"
        case .emptyDictionary: "[:]"
        }
    }

    private func number(_ text: String) -> String {
        switch type.kind {
        case .builtin(.float): Float(text)?.description ?? text
        case .builtin(.double): Double(text)?.description ?? text
        default: text.canonicalInteger
        }
    }
}
