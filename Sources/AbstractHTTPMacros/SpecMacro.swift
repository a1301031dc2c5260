/// Expands `@Spec`. It checks the members of a spec by their names, and generates nothing.
struct SpecMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    func expansion() -> Expansion {
        var diagnostics = Diagnostics()
        do throws(Diagnostics) {
            var parser = Parser(readablePartOf: request.declSyntax.source)
            if let spec = try parser.specDeclaration() { diagnostics = SpecChecker(spec).diagnostics() }
        } catch {
            diagnostics.append(error)
        }
        return Expansion(expandedSource: "", diagnostics: diagnostics.inFile(request.declSyntax.location))
    }
}
