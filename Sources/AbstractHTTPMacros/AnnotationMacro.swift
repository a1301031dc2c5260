/// An annotation of a function: it is read by `@Service`, and makes nothing itself.
struct AnnotationMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    /// Nothing; and an error where nobody reads it.
    func expansion() -> Expansion {
        guard !isRead else { return Expansion(expandedSource: "", diagnostics: []) }
        let text = request.attributeSyntax.source
        let attribute = (try? Lexer.tokens(of: text)) ?? []
        let end = attribute.last { $0.kind != .end }?.range.upperBound ?? text.utf8.count
        let start = min(attribute.first?.range.lowerBound ?? 0, end)
        let brackets = attribute.firstIndex { $0.is("(") } ?? attribute.endIndex
        let name = attribute[..<brackets].last { $0.kind == .identifier }?.text ?? ""
        let diagnostics = Diagnostics.error(
            "@\(name) says something in a protocol with @Service, and nothing elsewhere", at: start..<end)
        return Expansion(
            expandedSource: "", diagnostics: diagnostics.inFile(request.attributeSyntax.location))
    }

    /// Whether it is in a protocol that has `@Service`, where the compiler tells what it is in.
    private var isRead: Bool {
        guard let context = request.lexicalContext else { return true }
        guard let tokens = context.first.flatMap({ try? Lexer.tokens(of: $0.source) }) else { return false }
        let attributes = zip(tokens, tokens.dropFirst()).contains {
            ($0.is("@") || $0.is(".") || $0.is(":")) && $1.is("Service")
        }
        return attributes && tokens.contains { $0.is("protocol") }
    }
}
