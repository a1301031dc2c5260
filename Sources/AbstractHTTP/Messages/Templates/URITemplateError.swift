/// Why a ``URITemplate`` cannot be read or expanded.
public enum URITemplateError: Error, Hashable, Sendable {
    /// The text is not a template. `offset` is the number of characters before the fault.
    case malformed(template: String, offset: Int, reason: String)
    /// The template has a variable without a value.
    case missingVariable(String, template: String)
    /// A parameter has a place in the path, but the template has no such variable.
    case unknownVariable(String, template: String)
    /// A variable with a length, such as `{name:3}`, has a list or pairs as its value.
    case prefixOfComposite(String, template: String)
    /// A variable in the path has an empty value.
    case emptyVariable(String, template: String)
    /// A segment of the path would become `.` or `..`, which leads to another resource.
    case dotSegment(template: String)
    /// A value that is not escaped contains `?` or `#`, which would end the path.
    case endsPath(String, template: String)
    /// A value directly follows the host of an absolute URL and does not start a path, so it would change the host.
    case otherHost(template: String)
}

extension URITemplateError: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .malformed(let template, let offset, let reason):
            "the URI template \(template.shown) is malformed at character \(offset + 1): \(reason)"
        case .missingVariable(let name, let template):
            "the URI template \(template.shown) needs a value for \(name); set it to nil to omit it"
        case .unknownVariable(let name, let template):
            "the URI template \(template.shown) has no variable {\(name)}; add it, or remove the parameter"
        case .prefixOfComposite(let name, let template):
            "the URI template \(template.shown) needs the first characters of \(name), which is not a string"
        case .emptyVariable(let name, let template):
            "the path \(template.shown) needs a value for \(name), which is missing, nil or empty"
        case .endsPath(let name, let template):
            "the value of \(name) for the path \(template.shown) has a ? or a #, which ends the path"
        case .otherHost(let template):
            "a value in the URL \(template.shown) directly follows the host and would change it; begin the path before it"
        case .dotSegment(let template):
            "the values for the path \(template.shown) make a segment of it . or .., which leads elsewhere"
        }
    }
}

extension String {
    fileprivate var shown: String { templateWithoutSecrets.debugDescription }
}

extension URITemplateError: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .invalidURL }
}
