/// A token of a file. Paths and wire names do not consist of tokens.
struct Token {
    enum Kind: Equatable {
        case identifier(String)
        case number(String)
        /// The text between quotation marks, with its escapes replaced.
        case string(String)
        /// A sign, or any other character.
        case sign(Unicode.Scalar)
        case end
    }

    let kind: Kind
    let range: Range<Int>
    /// The comments between the previous token and this one.
    var comments: [Comment] = []

    /// The method that the token names, or nil if it is none.
    var method: Method? {
        switch kind {
        case .identifier(let text): KnownMethod(rawValue: text).map(Method.known)
        case .string(let text): KnownMethod(rawValue: text).map(Method.known) ?? .other(text)
        default: nil
        }
    }

    var identifier: String? {
        if case .identifier(let text) = kind { text } else { nil }
    }
}

/// A comment between `/*` and `*/`.
struct Comment {
    let range: Range<Int>
    /// The range of the text between the delimiters.
    let content: Range<Int>
}

extension Token.Kind {
    /// The text for the token in a message.
    var shown: String {
        switch self {
        case .identifier(let text), .number(let text): "`\(text)`"
        case .string(let text): "the string \(text.prefix(40).debugDescription)"
        case .sign("`"): "a backtick"
        case .sign(let sign): sign.isSeen ? "`\(sign)`" : "U+\(String(sign.value, radix: 16, uppercase: true))"
        case .end: "the end of the file"
        }
    }
}
