extension TypeGenerator {
    /// Generates `UNION Name { … }`.
    func union(_ union: Union, to writer: inout SwiftWriter) {
        let name = union.name.text
        let documentation = union.attributes.documentation
        writer.documentation(documentation.isEmpty ? [name.swiftName.asCode] : documentation)
        writer.type("\(access)nonisolated enum \(name.swiftName)", conformances(of: name)) { writer in
            for item in union.cases {
                let documentation = item.attributes.documentation
                writer.documentation(documentation.isEmpty ? [types.name(of: item.type).asCode] : documentation)
                writer.line(caseCode(item.name.text, item.type))
            }
            writer.documentation(["Any other content."])
            writer.line("case other(\(types.runtime("HTTPContent")))")
            writer.line()
            reading(union, to: &writer)
            guard program.sentTypes.contains(name) else { return }
            writer.line()
            writing(union, to: &writer)
        }
    }

    /// A case with a value. A structure is stored behind a reference, so that the type is small and can be recursive.
    func caseCode(_ name: String, _ type: TypeReference) -> String {
        let isLarge = type.directName.map { program.structures[$0] != nil || program.unions[$0] != nil } ?? false
        return "\(isLarge ? "indirect " : "")case \(name.swiftName)(\(types.name(of: type)))"
    }

    private func reading(_ union: Union, to writer: inout SwiftWriter) {
        writer.block("\(access)init(reading reader: \(types.runtime("ContentReader"))) throws") { writer in
            guard let discriminator = union.discriminator else { return firstMatch(union, to: &writer) }
            writer.line("switch reader.text(of: \(discriminator.text.swiftLiteral)) {")
            for item in union.cases {
                writer.line(
                    "case \(item.wireName.swiftLiteral): self = .\(item.name.text.swiftName)(try reader.required())")
            }
            writer.line("default: self = .other(reader.content ?? .null)")
            writer.line("}")
        }
    }

    private func firstMatch(_ union: Union, to writer: inout SwiftWriter) {
        for (index, item) in union.cases.enumerated() {
            let word = index == 0 ? "if" : "} else if"
            writer.line("\(word) let value = reader.match(\(types.name(of: item.type)).self) {")
            writer.indented { $0.line("self = .\(item.name.text.swiftName)(value)") }
        }
        writer.line("} else {")
        writer.indented { $0.line("self = .other(reader.content ?? .null)") }
        writer.line("}")
    }

    private func writing(_ union: Union, to writer: inout SwiftWriter) {
        let contentWriter = types.runtime("ContentWriter")
        writer.block("\(access)func asRequestContent() -> \(types.runtime("RequestContent"))") { writer in
            writer.line("switch self {")
            for item in union.cases {
                let tag = union.discriminator.map { ", \($0.text.swiftLiteral): \(item.wireName.swiftLiteral)" } ?? ""
                let value =
                    tag.isEmpty
                    ? "value.asRequestContent()"
                    : "\(contentWriter).content(of: value, tagged: \(item.wireName.swiftLiteral), by: \(union.discriminator?.text.swiftLiteral ?? ""))"
                writer.statement("case .\(item.name.text.swiftName)(let value):", value)
            }
            writer.line("case .other(let content): content")
            writer.line("}")
        }
    }
}
