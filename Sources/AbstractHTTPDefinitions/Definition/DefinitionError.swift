import AbstractHTTP

/// Why the request of a definition was not sent, or why its response is not a success.
public enum DefinitionError: Error, Hashable, Sendable {
    /// The store has no definition with that name. The error lists similar names and, if the last rule file was
    /// rejected, its faults.
    case unknownName(String, similar: [String], refused: [DefinitionFault] = [])
    /// Neither the definition nor the default definition has a path.
    case noPath(String)
    /// The definition does not say where the next page is.
    case noNextPage(String)
    /// A page has no array of items at the path.
    case noItems(at: String)
    /// The value at the path is neither a string nor a number, so it cannot lead to the next page.
    case noCursor(at: String)
    /// The credentials are in the body, and another server would receive them.
    case credentialsInBody(host: String)
    /// The definition has no name.
    case noName
    /// No model is registered under the name. The error lists the registered names.
    case unknownModel(String, known: [String])
    /// No request serializer is registered under the name. The error lists the registered names.
    case unknownRequestSerializer(String, known: [String])
    /// No response serializer is registered under the name. The error lists the registered names.
    case unknownResponseSerializer(String, known: [String])
    /// A brace in the URL is not closed, or the text in braces is not a name.
    case malformedVariable(String)
    /// A variable directly follows the host, so its value would change the host.
    case variableAfterHost(String)
    /// A parameter cannot replace its variable in the URL, for this reason.
    case parameter(String, reason: String)
    /// A parameter cannot be sent in the place that the definition names, for this reason.
    case place(String, reason: String)
    /// A request with this method has no body, so it cannot send a form.
    case formWithoutBody(HTTPMethod)
    /// A request whose content is a whole array cannot send a form.
    case arrayInForm
    /// A parameter has a type that cannot be encoded.
    case unencodable(String, type: String)
    /// ``DefinitionBehavior/isSuccessResponse(_:)`` returned false.
    case noSuccess(String)
    /// A transformer returned an object of another type than the call expects.
    case unexpectedObject(String, wanted: String)
    /// The failure that ``RequestContext/debugRequestFailWithCode`` causes.
    case debug(code: Int)
}

extension DefinitionError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .unknownName(let name, let similar, let refused):
            "there is no definition named \(name.debugDescription)"
                + Self.question(similar) + Self.fileFaults(refused, after: similar.isEmpty ? "; the" : " The")
        case .noPath(let name):
            "the definition \(name.debugDescription) has no path; set its \"Path\", or that of the default definition"
        case .noNextPage(let name):
            "the definition \(name.debugDescription) has no \"Next Page\"; set it to say where the next page is"
        case .noItems(let path):
            path.isEmpty
                ? "the body of a page is not an array; set \"Items\" to the path of the array"
                : "a page has no array at \(path.debugDescription); set \"Items\" to the path of the array"
        case .noCursor(let path):
            "the value at \(path.debugDescription) is not a string or a number; set \"Next Page\" to a path that leads to one"
        case .credentialsInBody(let host):
            "a redirect or a next page leads to \(host.debugDescription), but the body has credentials for another server; send them in header fields"
        case .noName: "the definition has no name; set its name before you add it"
        case .unknownModel(let name, let known):
            "no model is registered as \(name.debugDescription)"
                + (Self.near(name, known) ?? "; call registry.register(\(name).self) first")
        case .unknownRequestSerializer(let name, let known):
            "no request serializer is registered as \(name.debugDescription)"
                + (Self.near(name, known) ?? "; \(Self.choice(of: known))call registry.register(requestSerializer:)")
        case .unknownResponseSerializer(let name, let known):
            "no response serializer is registered as \(name.debugDescription)"
                + (Self.near(name, known) ?? "; \(Self.choice(of: known))call registry.register(responseSerializer:)")
        case .malformedVariable(let text):
            "\(text.debugDescription) is not a variable; write a name of letters, digits, \"_\", \"-\", and \".\" between braces"
                + Self.expressionRule(text)
        case .variableAfterHost(let name):
            "the variable {\(name)} follows the host, so its value would change the host; put a slash or a colon before it"
        case .parameter(let name, let reason):
            "the parameter \(name.debugDescription) cannot be used in the URL: \(reason)"
        case .place(let name, let reason):
            "the parameter \(name.debugDescription) cannot be sent in its place: \(reason)"
        case .formWithoutBody(let method):
            "formData needs a body, but a \(method.rawValue) request has none; use another method"
        case .arrayInForm: "formData cannot have an array as the whole body; give the array a name"
        case .unencodable(let name, let type):
            "the parameter \(name.debugDescription) cannot be encoded; make \(type.debugDescription) Encodable"
        case .noSuccess(let name): "isSuccessResponse refused the response to \(name.debugDescription)"
        case .unexpectedObject(let type, let wanted):
            "the transformer returned \(type.debugDescription); return \(wanted.debugDescription)"
        case .debug(let code): "debugRequestFailWithCode caused this failure with the code \(code)"
        }
    }

    /// What an expression can contain, if the text may be meant as one.
    private static func expressionRule(_ text: String) -> String {
        guard text.contains(where: { "+./;?&#*:,".contains($0) }) else { return "" }
        return ". An expression of RFC 6570 has up to 64 names of letters, digits, and \"_\", and no \"#\""
    }

    /// Asks whether one of `names` was meant.
    private static func question(_ names: [String]) -> String {
        names.isEmpty ? "" : "; did you mean \(names.map(\.debugDescription).joined(separator: " or "))?"
    }

    private static func fileFaults(_ faults: [DefinitionFault], after start: String) -> String {
        guard !faults.isEmpty else { return "" }
        return "\(start) last rule file was not loaded: \(faults.map(\.description).joined(separator: ", "))"
    }

    /// Asks whether the known name was meant for which `name` could be a typo.
    private static func near(_ name: String, _ known: [String]) -> String? {
        name.nearest(of: known).map { question([$0]) }
    }

    /// Names the known serializers, if they are few.
    private static func choice(of known: [String]) -> String {
        known.isEmpty || known.count > 5 ? "" : "use \(known.map(\.debugDescription).joined(separator: ", ")), or "
    }
}
