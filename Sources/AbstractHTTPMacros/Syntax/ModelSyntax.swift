/// A struct or an enumeration that is read and written as JSON.
struct ModelSyntax {
    enum Kind {
        case structure, enumeration
    }

    /// A stored property.
    struct Property {
        let name: Token
        let type: TypeSyntax?
        /// The expression after `=`, or nothing.
        let initialValue: [Token]
        let isConstant: Bool
        let attributes: [AttributeSyntax]
    }

    /// A case of an enumeration.
    struct Case {
        let name: Token
        let values: [Value]
        let hasRawValue: Bool
    }

    /// An associated value.
    struct Value {
        let label: String?
        let type: TypeSyntax
        let hasDefault: Bool
    }

    /// A generic parameter, and the text after its colon.
    struct Parameter {
        let name: String
        let constraint: String
    }

    let kind: Kind
    let attributes: [AttributeSyntax]
    let modifiers: [Token]
    let name: Token
    let parameters: [Parameter]
    let inherited: [TypeSyntax]
    /// `where Item: Sendable`
    let whereClause: String
    var properties: [Property] = []
    var cases: [Case] = []
    /// The keys of properties or cases in a nested `CodingKeys`, or nil if there is none.
    var codingKeys: [(name: String, key: String)]?
}
