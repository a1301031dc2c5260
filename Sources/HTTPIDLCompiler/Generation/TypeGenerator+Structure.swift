extension TypeGenerator {
    /// Generates `STRUCT Name { … }`.
    func structure(_ structure: Structure, to writer: inout SwiftWriter) {
        let name = structure.name.text
        let documentation = structure.attributes.documentation
        writer.documentation(documentation.isEmpty ? [name.swiftName.asCode] : documentation)
        writer.type("\(access)nonisolated struct \(name.swiftName)", conformances(of: name)) { writer in
            let codes = properties(of: structure.body)
            members(codes, to: &writer)
            guard program.sentTypes.contains(name) else { return }
            writer.line()
            content(codes, isWhole: structure.body.whole != nil, to: &writer)
        }
    }

    /// The protocols of a structure or a union.
    func conformances(of name: String) -> [String] {
        var protocols = [types.runtime("GeneratedContent")]
        if program.sentTypes.contains(name) { protocols.append(types.runtime("RequestContentConvertible")) }
        if isDecodable(name) { protocols.append(types.swift("Decodable")) }
        if options.conformances.contains(.hashable), program.hashableTypes.contains(name) {
            protocols.append(types.swift("Hashable"))
        }
        return protocols
    }

    /// Whether a type is the value of a stream, or is asked to be decodable.
    func isDecodable(_ name: String) -> Bool {
        options.conformances.contains(.decodable) || program.streamedTypes.contains(name)
    }

    private func members(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        for code in codes { property(code, isConstant: false, to: &writer) }
        keys(codes, to: &writer)
        if !codes.isEmpty { writer.line() }
        let parameters = codes.filter { !$0.isConstant }.map(\.parameter)
        writer.function("\(access)init", parameters, "") { assignments(codes, to: &$0) }
        writer.line()
        writer.block("\(access)init(reading reader: \(types.runtime("ContentReader"))) throws") { writer in
            if codes.allSatisfy({ $0.wireName != nil }) { writer.line("try reader.requireFields()") }
            readings(codes, to: &writer)
        }
    }

    private func content(_ codes: [PropertyCode], isWhole: Bool, to writer: inout SwiftWriter) {
        let contentWriter = types.runtime("ContentWriter")
        writer.block("\(access)func asRequestContent() -> \(types.runtime("RequestContent"))") { writer in
            if isWhole, let whole = codes.first {
                return writer.line("\(contentWriter).content(of: self.\(whole.storage))")
            }
            writer.line("\(codes.isEmpty ? "let" : "var") fields = \(contentWriter)()")
            for code in codes { writer.line(code.writing) }
            writer.line("return fields.content")
        }
    }
}
