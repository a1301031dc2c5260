/// What a file is made of, apart from paths and wire names.
struct Token {
    enum Kind: Equatable {
        case identifier(String)
        case number(String)
        /// The text between quotation marks, without escapes.
        case string(String)
        /// A sign, or anything else.
        case sign(Unicode.Scalar)
        case end
    }

    let kind: Kind
    let range: Range<Int>
    /// The comments before it, after the token before it.
    var comments: [Comment] = []

    var identifier: String? {
        if case .identifier(let text) = kind { text } else { nil }
    }
}

/// A comment between `/*` and `*/`.
struct Comment {
    let range: Range<Int>
    /// What stands between the signs.
    let content: Range<Int>
}

extension Token.Kind {
    /// The token in a message.
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
