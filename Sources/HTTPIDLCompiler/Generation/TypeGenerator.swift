/// Generates the Swift types of a file.
struct TypeGenerator {
    let types: SwiftTypes
    let options: IDLCompiler.Options
    /// The structures of all files.
    let structures: [String: Structure]
    let recursiveStructures: Set<String>
    let hashableStructures: Set<String>

    /// `public ` or nothing.
    var access: String { options.access == .public ? "public " : "" }

    /// The properties of a body.
    func properties(of body: Body) -> [PropertyCode] {
        switch body {
        case .fields(let fields):
            zip(fields, body.keyNames).map { field, keyName in
                PropertyCode(
                    plainName: field.name.text, type: field.type, attributes: field.attributes,
                    defaultLiteral: field.defaultValue, wireName: field.wireName, keyName: keyName, types: types,
                    isStrict: options.isStrict)
            }
        case .whole(let type):
            [
                PropertyCode(
                    plainName: "body", type: type, attributes: Attributes(), defaultLiteral: nil, wireName: nil,
                    keyName: nil, types: types, isStrict: options.isStrict)
            ]
        }
    }

    func deprecation(_ reason: String?, to writer: inout SwiftWriter) {
        guard let reason else { return }
        let message = reason.isEmpty ? "" : ", message: \(reason.swiftLiteral)"
        writer.line("@available(*, deprecated\(message))")
    }

    /// Writes the property of a field, and a second one if another property stores the value.
    func property(
        _ code: PropertyCode, type: String, isConstant: Bool, value: String? = nil, to writer: inout SwiftWriter
    ) {
        let word = isConstant ? "let" : "var"
        let assignment = value.map { " = \($0)" } ?? ""
        writer.documentation(code.documentation)
        guard code.hasStorage else { return writer.line("\(access)\(word) \(code.name): \(type)\(assignment)") }
        deprecation(code.deprecation, to: &writer)
        if isConstant {
            writer.line("\(access)var \(code.name): \(type) { \(code.stored) }")
        } else {
            writer.block("\(access)var \(code.name): \(type)") { writer in
                writer.line("get { \(code.stored) }")
                writer.line("set { \(code.stored) = newValue }")
            }
        }
        writer.line("private \(word) \(code.storage): \(code.storageType(type))\(assignment)")
    }

    /// Writes the constants for the wire names.
    func keys(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        let names = codes.compactMap(\.keyName)
        if !names.isEmpty { writer.line() }
        for (name, code) in zip(names, codes) { writer.statement("\(access)static let \(name) =", code.key) }
    }
}
