/// Parses a file, and continues after errors.
struct Parser {
    /// An error was reported. The parser continues where it can.
    struct Abandoned: Error {}

    var scanner: Scanner
    private var document: Document
    /// The end of the last token that was taken.
    private(set) var end = 0

    private init(_ file: SourceFile) {
        scanner = Scanner(file)
        document = Document(file: file)
    }

    /// Returns the parts of the document that can be parsed, and the errors.
    static func parse(_ file: SourceFile) -> (Document, [Diagnostic]) {
        if let start = file.startOfEditorRequests {
            return (Document(file: file, startOfEditorRequests: start), [])
        }
        var parser = Self(file)
        parser.parseDeclarations()
        return (parser.document, parser.scanner.diagnostics.all)
    }
}

extension Parser {
    /// The words that begin a declaration.
    private static let declarationWords = ["MESSAGE", "STRUCT", "ENUM", "UNION", "CLIENT", "IMPORT", "DEPRECATED"]

    private mutating func parseDeclarations() {
        while scanner.peek().kind != .end {
            do {
                try parseDeclaration()
            } catch {
                skipToDeclaration()
            }
        }
    }

    private mutating func parseDeclaration() throws(Abandoned) {
        let attributes = try parseAttributes()
        let token = take()
        switch token.identifier {
        case "MESSAGE": document.messages.append(try parseMessage(attributes, token.range))
        case "STRUCT":
            refuseDeprecation(attributes, of: "STRUCT", at: token)
            document.structures.append(
                Structure(attributes: attributes, name: try name(of: "a STRUCT"), body: try parseBody()))
        case "ENUM":
            refuseDeprecation(attributes, of: "ENUM", at: token)
            document.enumerations.append(try parseEnumeration(attributes))
        case "UNION":
            refuseDeprecation(attributes, of: "UNION", at: token)
            document.unions.append(try parseUnion(attributes))
        case "CLIENT":
            refuseDeprecation(attributes, of: "CLIENT", at: token)
            document.clients.append(try parseClient(attributes))
        case "IMPORT":
            refuseDeprecation(attributes, of: "IMPORT", at: token)
            document.imports.append(try parseImport())
        default:
            let hint = hint(for: token, among: Self.declarationWords)
            throw fail(
                "MESSAGE, STRUCT, ENUM, UNION, CLIENT, or IMPORT is expected, not \(token.kind.shown)\(hint)", at: token
            )
        }
    }

    /// Rejects the deprecation of a type, which would cause a warning in every file that uses it.
    private mutating func refuseDeprecation(_ attributes: Attributes, of word: String, at token: Token) {
        guard attributes.deprecation != nil else { return }
        _ = fail("\(word) cannot be DEPRECATED; only messages, methods, fields, and cases can", at: token)
    }

    private mutating func parseImport() throws(Abandoned) -> Import {
        let token = take()
        guard case .string(let path) = token.kind else {
            throw fail("IMPORT must be followed by a path in quotation marks, not by \(token.kind.shown)", at: token)
        }
        _ = takes(";")
        return Import(path: path, range: token.range)
    }

    /// Whether a message, a structure, or an enumeration is next. The word alone could be the user's own type.
    var beginsDeclaration: Bool {
        mutating get {
            guard let word = scanner.peek().identifier, ["MESSAGE", "STRUCT", "ENUM", "UNION", "CLIENT"].contains(word)
            else {
                return false
            }
            var ahead = scanner
            _ = ahead.take()
            let next = ahead.take().kind
            if word == "MESSAGE" { return next == .sign("/") || next == .sign("(") }
            guard case .identifier = next else { return false }
            let third = ahead.take().kind
            return third == .sign("{") || third == .sign(":") && word == "ENUM"
                || third == .identifier("BY") && word == "UNION"
        }
    }

    /// Skips to the next line that begins with the first word of a declaration.
    private mutating func skipToDeclaration() {
        var line = scanner.file.line(of: end)
        while true {
            let token = scanner.peek()
            let isFirst = scanner.file.line(of: token.range.lowerBound) > line
            if token.kind == .end { return }
            if isFirst, let word = token.identifier, Self.declarationWords.contains(word) { return }
            line = scanner.file.line(of: take().range.lowerBound)
        }
    }
}

extension Parser {
    /// Takes the next token.
    mutating func take() -> Token {
        let token = scanner.take()
        if token.kind != .end { end = token.range.upperBound }
        return token
    }

    /// Continues after something that is not a token.
    mutating func move(to offset: Int) {
        scanner.move(to: offset)
        end = offset
    }

    /// Takes the sign if it is next.
    mutating func takes(_ sign: Unicode.Scalar) -> Bool {
        guard scanner.peek().kind == .sign(sign) else { return false }
        _ = take()
        return true
    }

    /// Takes the word if it is next.
    mutating func takes(word: String) -> Bool {
        guard scanner.peek().identifier == word else { return false }
        _ = take()
        return true
    }

    mutating func expect(_ sign: Unicode.Scalar, _ place: String) throws(Abandoned) {
        let token = scanner.peek()
        guard !takes(sign) else { return }
        throw fail("`\(sign)` is expected \(place), not \(token.kind.shown)", at: token)
    }

    mutating func name(of what: String) throws(Abandoned) -> Name {
        let token = scanner.peek()
        guard let text = token.identifier else {
            throw fail(
                "the name of \(what) is expected, not \(token.kind.shown); a name has letters from A to Z, digits, and `_`",
                at: token)
        }
        _ = take()
        guard text.contains(where: { $0 != "_" }) else {
            throw fail("`\(text)` is not a name; add a letter or a digit", at: token)
        }
        return Name(text: text, range: token.range)
    }

    mutating func fail(_ message: String, at token: Token) -> Abandoned { fail(message, at: token.range) }

    mutating func fail(_ message: String, at range: Range<Int>) -> Abandoned {
        scanner.report(message, at: range)
        return Abandoned()
    }

    /// The end of a message about a word that is nearly one of those expected. It is empty if none is near.
    func hint(for token: Token, among words: [String], within limit: Int = 2) -> String {
        guard let written = token.identifier, !words.contains(written) else { return "" }
        let word = written.uppercased()
        let near = word.nearest(among: words) { min(limit, $0.longestMisspelling) }
        let known = words.contains(word) ? word : near
        return known.map { "; did you mean `\($0)`?" } ?? ""
    }

    /// Whether the next token is on a line below the last one.
    var isAtLineEnd: Bool {
        mutating get {
            let file = scanner.file
            return file.line(of: scanner.peek().range.lowerBound) > file.line(of: max(0, end - 1))
        }
    }
}
