/// Expands `@JSONModel`. It reads a struct or an enumeration, and writes its conformances to `JSONReadable` and
/// `JSONWritable`.
struct JSONModelMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    func expansion() -> Expansion {
        var diagnostics = Diagnostics()
        var source = ""
        do throws(Diagnostics) {
            var parser = try Parser(request.declSyntax.source)
            let model = try ModelChecker(try parser.modelDeclaration(), isNested: isNested).check()
            source = self.source(of: model)
        } catch {
            // The compiler asks for members and for extensions, but errors must appear only once.
            if !isForMembers { diagnostics.append(error) }
        }
        return Expansion(expandedSource: source, diagnostics: diagnostics.inFile(request.declSyntax.location))
    }

    private var isForMembers: Bool { request.macroRole == "member" }

    /// Whether the type is declared in another one, or in an extension.
    private var isNested: Bool { request.lexicalContext?.isEmpty == false }

    /// Whether a type around it has generic parameters. An extension does not show those of its type.
    private var isInGenericType: Bool {
        request.lexicalContext?.contains { $0.source.prefix { $0 != "{" && $0 != ":" }.contains("<") } == true
    }

    private func source(of model: CheckedModel) -> String {
        let types = FieldTypes(model, isNested: isNested)
        guard !isForMembers else { return types.declaration }
        let writer = ModelWriter(
            model, typeName: typeName(model), access: access(model), missing: missingConformances, types: types,
            isGeneric: isInGenericType || !model.parameters.isEmpty)
        return writer.source
    }

    /// The name with those of the types around it.
    private func typeName(_ model: CheckedModel) -> String {
        request.extendedTypeSyntax?.source.trimmed ?? model.name
    }

    /// The names of the protocols that the type does not conform to yet.
    private var missingConformances: Set<String> {
        Set((request.conformanceListSyntax?.source ?? "").split { " ,\n".contains($0) }.map(String.init))
    }

    /// `public ` or `package `, which the members of the conformance must be, too.
    private func access(_ model: CheckedModel) -> String {
        let word = model.access.isEmpty ? request.extensionAccess ?? "" : model.access
        return ["public", "package"].contains(word) ? "\(word) " : ""
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
