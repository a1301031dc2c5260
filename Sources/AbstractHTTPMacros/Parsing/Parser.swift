/// Reads declarations token by token. Anything that it does not understand is an error at its place.
struct Parser {
    let source: [UInt8]
    private let tokens: [Token]
    private var index = 0
    /// The errors in members that were skipped.
    var diagnostics = Diagnostics()
    /// The current nesting depth of types.
    private var depth = 0

    init(_ source: String) throws(Diagnostics) {
        self.source = Array(source.utf8)
        tokens = try Lexer.tokens(of: source)
    }

    /// Creates a parser of the part of a source that can be read.
    init(readablePartOf source: String) {
        self.source = Array(source.utf8)
        tokens = Lexer.readableTokens(of: source)
    }

    var current: Token { tokens[index] }

    func peek(_ distance: Int) -> Token { tokens[max(0, min(index + distance, tokens.count - 1))] }

    /// The end of the previous token.
    var end: Int { index > 0 ? tokens[index - 1].range.upperBound : 0 }

    func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

    @discardableResult
    mutating func advance() -> Token {
        defer { if index + 1 < tokens.count { index += 1 } }
        return current
    }

    mutating func take(_ text: String) -> Token? { current.is(text) ? advance() : nil }

    mutating func expect(_ text: String) throws(Diagnostics) -> Token {
        guard let token = take(text) else { throw unexpected("expected '\(text)'") }
        return token
    }

    mutating func expectName(_ what: String) throws(Diagnostics) -> Token {
        guard current.kind == .identifier else { throw unexpected("expected \(what)") }
        return advance()
    }

    func unexpected(_ message: String) -> Diagnostics { .error(message, at: current.range) }

    /// Skips brackets and their contents.
    mutating func skipBalanced() throws(Diagnostics) {
        let opening = current
        var open = 0
        repeat {
            guard current.kind != .end else {
                throw .error("'\(opening.text)' is not closed; add its closing bracket", at: opening.range)
            }
            if current.isOpening { open += 1 }
            if current.isClosing { open -= 1 }
            advance()
        } while open > 0
    }

    /// Calls `read` for something that can be nested in itself, and limits the depth.
    mutating func nested<Value>(
        _ read: (inout Self) throws(Diagnostics) -> Value
    ) throws(Diagnostics) -> Value {
        guard depth < 200 else { throw unexpected("the type is nested too deeply; use a type alias") }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }
}

extension Token {
    var isOpening: Bool { kind == .punctuation && ["(", "[", "{"].contains(text) }
    var isClosing: Bool { kind == .punctuation && [")", "]", "}"].contains(text) }
}
