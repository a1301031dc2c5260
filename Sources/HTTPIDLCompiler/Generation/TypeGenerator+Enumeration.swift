extension TypeGenerator {
    /// Generates `ENUM Name { … }`. It becomes a structure, so that it can hold unknown values.
    func enumeration(_ enumeration: Enumeration, to writer: inout SwiftWriter) {
        let name = enumeration.name.text.swiftName
        let rawType = types.name(of: enumeration.rawType)
        writer.documentation(
            enumeration.attributes.documentation.isEmpty ? [name.asCode] : enumeration.attributes.documentation)
        writer.type("\(access)nonisolated struct \(name)", conformances(of: enumeration)) { writer in
            writer.documentation(["The raw value. Values without a name are possible."])
            writer.line("\(access)var rawValue: \(rawType)")
            writer.line()
            writer.block("\(access)init(rawValue: \(rawType))") { $0.line("self.rawValue = rawValue") }
            writer.line()
            for item in enumeration.cases {
                let value = enumeration.rawType.isInteger ? item.wireName.canonicalInteger : item.wireName.swiftLiteral
                writer.documentation(
                    item.attributes.documentation.isEmpty ? [item.wireName.asCode] : item.attributes.documentation)
                deprecation(item.attributes.deprecation, to: &writer)
                writer.statement("\(access)static let \(item.name.text.swiftName) =", "Self(rawValue: \(value))")
            }
        }
    }

    private func conformances(of enumeration: Enumeration) -> [String] {
        let name = enumeration.name.text
        var protocols = [
            types.runtime("GeneratedEnumeration"), types.swift("RawRepresentable"), types.swift("Hashable"),
        ]
        if isDecodable(name) { protocols.append(types.swift("Decodable")) }
        if program.sentTypes.contains(name) { protocols.append(types.runtime("RequestContentConvertible")) }
        if program.keyTypes.contains(name) { protocols.append(types.runtime("ContentKeyConvertible")) }
        return protocols
    }
}
