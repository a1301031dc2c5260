/// A definition, completed from the default definition, and the template of its URL.
///
/// The store keeps it for the next request. It is a class because a definition is large.
final class CompleteDefinition: Sendable {
    let definition: Definition
    private let parsed: Result<DefinitionTemplate, DefinitionError>

    init(_ definition: Definition) {
        self.definition = definition
        parsed = Result { () throws(DefinitionError) in try definition.template }
    }

    /// The path, with the prefix before it unless the path has a scheme.
    var template: DefinitionTemplate { get throws(DefinitionError) { try parsed.get() } }
}

extension Definition {
    fileprivate var template: DefinitionTemplate {
        get throws(DefinitionError) {
            guard let path else { throw .noPath(name ?? "") }
            // Only a path with a colon can have a scheme.
            if path.contains(":") {
                let template = try DefinitionTemplate(path, mayNameHost: namesHost)
                guard !template.isAbsolute else { return template }
            }
            return try DefinitionTemplate((pathPrefix ?? "") + path, mayNameHost: namesHost)
        }
    }

    /// Whether the path begins with a host. The path itself must have the slashes.
    var namesHost: Bool { (pathPrefix ?? "").isEmpty && path?.hasPrefix("//") == true }
}
