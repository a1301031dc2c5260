/// A struct or a class that is a spec.
struct SpecSyntax {
    /// A property or a function of the spec.
    struct Member {
        enum Kind {
            /// A property, with its type if that is written.
            case property(TypeSyntax?)
            /// A function, with the labels of its parameters, the effects before the arrow, and the result.
            case function([String], effects: [Token], result: TypeSyntax?)
        }

        let name: Token
        let kind: Kind
        let modifiers: [Token]
        /// The first token of the declaration, before its modifiers.
        let start: Token

        func has(_ modifier: String) -> Bool { modifiers.contains { $0.is(modifier) } }
    }

    let isClass: Bool
    let name: Token
    let inherited: [TypeSyntax]
    let members: [Member]
}
