/// A token of Swift, with its place in the source.
struct Token {
    enum Kind: Equatable {
        /// A name or a keyword. A keyword in backticks is a name.
        case identifier
        case string
        case number
        /// One of `( ) [ ] { } < > , : ; @ ? ! & . # =`, `->`, or `...`.
        case punctuation
        /// Any other single character.
        case `operator`
        case end
    }

    let kind: Kind
    /// The range in the source, in bytes.
    let range: Range<Int>
    let text: String
    /// The start of the whitespace and comments before the token.
    let leadingStart: Int

    /// Returns whether the token is this keyword or punctuation.
    func `is`(_ text: String) -> Bool { (kind == .identifier || kind == .punctuation) && self.text == text }

    /// The name without backticks.
    var name: String {
        text.hasPrefix("`") && text.hasSuffix("`") && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    }
}
