/// Generates the Swift types of a file.
struct TypeGenerator {
    let types: SwiftTypes
    let options: IDLCompiler.Options
    /// All files.
    let program: Program

    /// `public ` or nothing.
    var access: String { options.access == .public ? "public " : "" }

    /// The properties of a body.
    func properties(of body: Body, isInRequest: Bool = false) -> [PropertyCode] {
        let whole = body.whole.map { type in
            PropertyCode(
                plainName: "body", type: type, types: types, isStrict: options.isStrict, isInRequest: isInRequest,
                isIndirect: isIndirect(type))
        }
        let fields = zip(body.fields, body.keyNames).map { field, keyName in
            PropertyCode(
                plainName: field.name.text, type: field.type, attributes: field.attributes, value: field.value,
                place: field.place, formats: field.formats.map(\.format), wireName: field.wireName,
                hasOwnWireName: field.writtenWireName != nil, keyName: keyName, types: types,
                isStrict: options.isStrict, isInRequest: isInRequest, isIndirect: isIndirect(field.type))
        }
        return (whole.map { [$0] } ?? []) + fields
    }

    /// Whether a property of this type holds a reference to its value.
    func isIndirect(_ type: TypeReference) -> Bool {
        type.inlineName.map(program.boxedStructures.contains) ?? false
    }

    func deprecation(_ reason: String?, to writer: inout SwiftWriter) {
        guard let reason else { return }
        let message = reason.isEmpty ? "" : ", message: \(reason.swiftLiteral)"
        writer.line("@available(*, deprecated\(message))")
    }

    /// Writes the property of a field, and a second one if another property stores the value.
    func property(
        _ code: PropertyCode, isConstant: Bool, value: String? = nil, to writer: inout SwiftWriter
    ) {
        let word = isConstant ? "let" : "var"
        writer.documentation(code.documentation)
        if code.isConstant {
            deprecation(code.deprecation, to: &writer)
            return writer.line("\(access)var \(code.name): \(code.propertyType) { \(code.defaultValue ?? "") }")
        }
        guard code.hasStorage else {
            return writer.line("\(access)\(word) \(code.name): \(code.propertyType)\(value.map { " = \($0)" } ?? "")")
        }
        deprecation(code.deprecation, to: &writer)
        if isConstant {
            writer.line("\(access)var \(code.name): \(code.propertyType) { \(code.unboxed) }")
        } else {
            writer.block("\(access)var \(code.name): \(code.propertyType)") { writer in
                writer.line("get { \(code.unboxed) }")
                writer.line("set { \(code.storage) = \(code.boxed("newValue")) }")
            }
        }
        writer.line("private \(word) \(code.storage): \(code.storageType)\(value.map { " = \(code.boxed($0))" } ?? "")")
    }

    /// Writes the assignments of an initializer that takes the values.
    func assignments(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        for code in codes where !code.isConstant {
            writer.statement("self.\(code.storage) =", code.boxed(code.parameterName))
        }
    }

    /// Writes the assignments of an initializer that reads the values.
    func readings(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        for code in codes {
            if code.isConstant {
                writer.line("try reader.constant(\(code.key), \(code.typedConstant))")
            } else {
                writer.statement("self.\(code.storage) =", code.reading)
            }
        }
    }

    /// Writes the constants for the wire names.
    func keys(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        let codes = codes.filter { $0.keyName != nil }
        if !codes.isEmpty { writer.line() }
        for code in codes { writer.statement("\(access)static let \(code.keyName ?? "") =", code.key) }
    }
}
