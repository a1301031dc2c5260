/// Expands `@Spec`. It checks the members of a spec by their names, and generates nothing.
struct SpecMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    func expansion() -> Expansion {
        var diagnostics = Diagnostics()
        do throws(Diagnostics) {
            var parser = try Parser(request.declSyntax.source)
            diagnostics = SpecChecker(try parser.specDeclaration()).diagnostics()
        } catch {
            diagnostics.append(error)
        }
        return Expansion(expandedSource: "", diagnostics: diagnostics.inFile(request.declSyntax.location))
    }
}
