/// A type that can be read and written as JSON.
struct CheckedModel {
    /// A property, or an associated value.
    struct Field {
        /// The name in Swift.
        let name: String
        let key: String
        let type: TypeSyntax
        /// Whether the property keeps its initial value if the key is missing.
        var hasInitialValue = false
        /// Whether the property cannot be changed by reading.
        var isConstant = false
    }

    struct Case {
        /// The name in Swift.
        let name: String
        let key: String
        let fields: [Field]
        /// The labels of the associated values, or nil for those without one.
        let labels: [String?]
    }

    enum Kind {
        /// The fields, and the property that keeps the members with other keys.
        case structure([Field], unknownKeys: Field?)
        case rawValues
        case cases([Case])
    }

    let name: String
    /// The access level, or an empty string.
    let access: String
    let attributes: [AttributeSyntax]
    let parameters: [ModelSyntax.Parameter]
    let whereClause: String
    let kind: Kind

    /// All properties, or all associated values.
    var fields: [Field] {
        switch kind {
        case .structure(let fields, let unknownKeys): fields + (unknownKeys.map { [$0] } ?? [])
        case .rawValues: []
        case .cases(let cases): cases.flatMap(\.fields)
        }
    }
}
