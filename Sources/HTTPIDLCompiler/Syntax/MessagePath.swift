/// The path of a message, up to the brace.
struct MessagePath {
    /// The text between two slashes.
    struct Segment {
        let pieces: [Piece]
    }

    enum Piece {
        /// The text without escapes, and its form in a URL.
        case text(String, url: String)
        case variables(PathExpression)
    }

    /// The parts between slashes. The text before the first slash is not one of them.
    let segments: [Segment]
    let range: Range<Int>
}

/// `$name`, or `${…}` with an expression of RFC 6570, such as `${+path}`.
struct PathExpression {
    struct Variable {
        let name: Name
        /// `*`, or `:` and a number of characters, or nothing.
        let modifier: String
    }

    /// `+`, `.`, `/`, `;`, or nothing.
    let sign: String
    let variables: [Variable]

    /// The expression in a URI template.
    var template: String { "{\(sign)\(variables.map { $0.name.text + $0.modifier }.joined(separator: ","))}" }

    /// Whether this is a single variable without an operator or a modifier.
    var isPlain: Bool { sign.isEmpty && variables.count == 1 && variables.allSatisfy(\.modifier.isEmpty) }
}

extension MessagePath {
    /// The variables, in order and with repeats.
    var variables: [Name] {
        segments.flatMap(\.pieces).flatMap { (piece) -> [Name] in
            if case .variables(let expression) = piece { expression.variables.map(\.name) } else { [] }
        }
    }

    /// The variables without repeats.
    var parameters: [Name] {
        var known: Set<String> = []
        return variables.filter { known.insert($0.text).inserted }
    }

    /// Whether each variable is a whole segment.
    var hasPlainSegments: Bool {
        segments.allSatisfy { segment in
            segment.pieces.allSatisfy { piece in
                if case .variables(let expression) = piece {
                    expression.isPlain && segment.pieces.count == 1
                } else {
                    true
                }
            }
        }
    }

    /// The path as a URI template (RFC 6570).
    var template: String {
        segments.map { segment in
            "/"
                + segment.pieces.map { piece in
                    switch piece {
                    case .text(_, let url): url
                    case .variables(let expression): expression.template
                    }
                }.joined()
        }.joined()
    }
}
