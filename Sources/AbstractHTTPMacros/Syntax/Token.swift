/// A piece of Swift, by its place in the source.
struct Token {
    enum Kind: Equatable {
        /// A name or a keyword; one in backticks is a name.
        case identifier
        case string
        case number
        /// One of `( ) [ ] { } < > , : ; @ ? ! & . # =`, `->`, or `...`.
        case punctuation
        /// Any other run of operator characters.
        case `operator`
        case end
    }

    let kind: Kind
    /// Bytes of the source.
    let range: Range<Int>
    let text: String
    /// Where the space and the comments before it begin.
    let leadingStart: Int

    /// Whether it is this keyword or this punctuation.
    func `is`(_ text: String) -> Bool { (kind == .identifier || kind == .punctuation) && self.text == text }

    /// The name without backticks.
    var name: String {
        text.hasPrefix("`") && text.hasSuffix("`") && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    }
}
