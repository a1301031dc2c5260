/// The Swift code of a field, or of a bare type that is the whole body.
struct PropertyCode {
    /// The name in the file.
    let plainName: String
    let type: TypeReference
    let attributes: Attributes
    let defaultLiteral: Literal?
    /// The wire name, or nil for the whole body.
    let wireName: String?
    /// The name of the constant for the wire name, or nil for the whole body.
    let keyName: String?
    let types: SwiftTypes
    let isStrict: Bool
    /// Whether a structure would contain a value of its own type inline.
    var isIndirect = false
}

extension PropertyCode {
    var name: String { plainName.swiftName }
    /// The name within an initializer.
    var parameterName: String { plainName.parameterName }
    var key: String { (wireName ?? "").swiftLiteral }
    var deprecation: String? { attributes.deprecation }
    /// Whether a missing value is an error.
    var isRequired: Bool { isStrict && !type.isOptional && defaultLiteral == nil }
    /// The type of the property if the value may be missing.
    var optionalType: String { types.bare(type) + "?" }
    /// The type of the property. It is not optional if the value is required or has a default.
    var propertyType: String { isRequired || defaultLiteral != nil ? types.bare(type) : optionalType }

    var documentation: [String] {
        guard attributes.documentation.isEmpty else { return attributes.documentation }
        return [wireName.map(\.asCode) ?? "The whole content."]
    }

    /// The parameter of an initializer, with its default value if there is one.
    var parameter: String {
        let value = defaultValue ?? (isRequired ? nil : "nil")
        return "\(plainName.parameter): \(propertyType)\(value.map { " = \($0)" } ?? "")"
    }

    /// The expression that reads the value.
    var reading: String {
        if let value = defaultValue { return "try reader.value(\(key), default: \(value))" }
        return "try reader.\(isRequired ? "required" : "optional")(\(wireName == nil ? "" : key))"
    }

    /// The statement that writes the value.
    var writing: String { "fields.write(self.\(stored), \(key))" }
    /// The statement that writes the value, or throws if it is nil.
    var requiring: String { "try fields.require(self.\(stored), \(key))" }
}

extension PropertyCode {
    /// Whether another property stores the value. Generated code must not use deprecated properties.
    var hasStorage: Bool { deprecation != nil || isIndirect }
    /// The property that stores the value.
    var storage: String { hasStorage ? plainName.storageName : name }
    /// The expression of the value, after `self.`
    var stored: String { isIndirect ? "\(storage).value" : storage }

    func storageType(_ type: String) -> String { isIndirect ? "\(types.runtime("Indirect"))<\(type)>" : type }

    /// The two sides of the assignment of a value.
    func assignment(of value: String) -> (left: String, right: String) {
        ("self.\(storage) =", isIndirect ? "\(types.runtime("Indirect"))(\(value))" : value)
    }
}

extension PropertyCode {
    /// The default as a Swift expression.
    var defaultValue: String? {
        switch defaultLiteral?.kind {
        case nil: nil
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
