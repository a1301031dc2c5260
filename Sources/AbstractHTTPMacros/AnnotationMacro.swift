/// An annotation of a function. `@Service` reads it, and it generates nothing itself.
struct AnnotationMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    /// Returns an empty expansion, with an error if no `@Service` reads the annotation.
    func expansion() -> Expansion {
        guard !isRead else { return Expansion(expandedSource: "", diagnostics: []) }
        let text = request.attributeSyntax.source
        let attribute = (try? Lexer.tokens(of: text)) ?? []
        let end = attribute.last { $0.kind != .end }?.range.upperBound ?? text.utf8.count
        let start = min(attribute.first?.range.lowerBound ?? 0, end)
        let brackets = attribute.firstIndex { $0.is("(") } ?? attribute.endIndex
        let name = attribute[..<brackets].last { $0.kind == .identifier }?.text ?? ""
        let diagnostics = Diagnostics.error(
            "@\(name) has an effect only in a protocol with @Service", at: start..<end)
        return Expansion(
            expandedSource: "", diagnostics: diagnostics.inFile(request.attributeSyntax.location))
    }

    /// Whether the annotation is in a protocol with `@Service`. True if the compiler does not report the context.
    private var isRead: Bool {
        guard let context = request.lexicalContext else { return true }
        guard let tokens = context.first.flatMap({ try? Lexer.tokens(of: $0.source) }) else { return false }
        let attributes = zip(tokens, tokens.dropFirst()).contains {
            ($0.is("@") || $0.is(".") || $0.is(":")) && $1.is("Service")
        }
        return attributes && tokens.contains { $0.is("protocol") }
    }
}
