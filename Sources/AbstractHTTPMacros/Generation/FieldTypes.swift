/// The names of the types of fields in the extensions of a model.
///
/// An extension of a nested type does not see its sibling types. A nested model therefore gets type aliases for the
/// types of its fields. They are members of the model, where all enclosing types are visible.
struct FieldTypes {
    /// The types that need a name, in order.
    private let named: [String]

    init(_ model: CheckedModel, isNested: Bool) {
        var named: [String] = []
        for field in model.fields where isNested {
            let type = field.wrapped ?? field.type
            if type.needsName, !named.contains(type.text) { named.append(type.text) }
        }
        self.named = named
    }

    /// The declaration of the names, or nothing if there are none.
    var declaration: String {
        guard !named.isEmpty else { return "" }
        let names = named.enumerated().map { "    typealias Field\($0) = \($1)" }
        return "fileprivate enum JSONModelTypes {\n\(names.joined(separator: "\n"))\n}"
    }

    func name(of type: TypeSyntax) -> String {
        named.firstIndex(of: type.text).map { "JSONModelTypes.Field\($0)" } ?? type.text
    }

    func metatype(of type: TypeSyntax) -> String {
        named.contains(type.text) ? "\(name(of: type)).self" : type.metatype
    }
}

extension TypeSyntax {
    /// Whether the type can have another meaning in an extension.
    fileprivate var needsName: Bool {
        // `Self` would be the type of the names.
        guard !text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).contains("Self") else {
            return false
        }
        guard case .named(let name, let arguments) = kind, arguments.isEmpty else { return true }
        return !["Int", "String", "Double", "Bool", "Float"].contains(name)
    }
}
