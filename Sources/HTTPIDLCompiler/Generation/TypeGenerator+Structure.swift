extension TypeGenerator {
    /// Generates `STRUCT Name { … }`.
    func structure(_ structure: Structure, to writer: inout SwiftWriter) {
        let name = structure.name.text.swiftName
        let documentation = structure.attributes.documentation
        writer.documentation(documentation.isEmpty ? [name.asCode] : documentation)
        let hashable = hashableStructures.contains(structure.name.text) ? ", \(types.swift("Hashable"))" : ""
        writer.block("\(access)nonisolated struct \(name): \(types.runtime("GeneratedContent"))\(hashable)") { writer in
            let codes = properties(of: structure.body).map { code in
                var code = code
                code.isIndirect = code.type.directName.map(recursiveStructures.contains) ?? false
                return code
            }
            members(codes, to: &writer)
            writer.line()
            let whole = if case .whole = structure.body { codes.first } else { PropertyCode?.none }
            content(codes, whole: whole, to: &writer)
        }
    }

    private func members(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        for code in codes { property(code, type: code.propertyType, isConstant: false, to: &writer) }
        keys(codes, to: &writer)
        if !codes.isEmpty { writer.line() }
        writer.function("\(access)init", codes.map(\.parameter), "") { writer in
            for code in codes { writer.assign(code.parameterName, to: code) }
        }
        writer.line()
        writer.block("\(access)init(reading reader: \(types.runtime("ContentReader"))) throws") { writer in
            if codes.allSatisfy({ $0.wireName != nil }) { writer.line("try reader.requireFields()") }
            for code in codes { writer.assign(code.reading, to: code) }
        }
    }

    private func content(_ codes: [PropertyCode], whole: PropertyCode?, to writer: inout SwiftWriter) {
        let contentWriter = types.runtime("ContentWriter")
        writer.block("\(access)func asRequestContent() -> \(types.runtime("RequestContent"))") { writer in
            if let whole { return writer.line("\(contentWriter).content(of: self.\(whole.stored))") }
            writer.line("\(codes.isEmpty ? "let" : "var") fields = \(contentWriter)()")
            for code in codes { writer.line(code.writing) }
            writer.line("return fields.content")
        }
    }
}

extension SwiftWriter {
    /// Writes the assignment of a value to a property.
    mutating func assign(_ value: String, to code: PropertyCode) {
        let (left, right) = code.assignment(of: value)
        statement(left, right)
    }
}
