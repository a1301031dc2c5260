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
            "there is no definition called \(name.debugDescription)"
                + Self.hint("did you mean", similar.map(\.debugDescription))
                + Self.hint("the last rule file was refused:", refused.map(\.description))
        case .noPath(let name): "the definition \(name.debugDescription) has no path, and the default has none"
        case .noNextPage(let name):
            "the definition \(name.debugDescription) has no \"Next Page\", which says where the next page is"
        case .noItems(let path):
            path.isEmpty
                ? "the body of a page is not an array; \"Items\" says where its items are"
                : "a page has no array of items at \(path.debugDescription)"
        case .noCursor(let path):
            "the value at \(path.debugDescription) is neither a string nor a number, so it cannot lead to the next page"
        case .credentialsInBody(let host):
            "a redirect or a next page leads to \(host), and the body of the request has credentials for another server"
        case .noName: "a definition needs a name before it is added"
        case .unknownModel(let name, let known):
            "no model is registered as \(name.debugDescription); use registry.register(\(name).self)"
                + Self.hint("registered are", known.map(\.debugDescription))
        case .unknownRequestSerializer(let name, let known):
            "no request serializer is called \(name.debugDescription)"
                + Self.hint("there are", known.map(\.debugDescription))
        case .unknownResponseSerializer(let name, let known):
            "no response serializer is called \(name.debugDescription)"
                + Self.hint("there are", known.map(\.debugDescription))
        case .malformedVariable(let text):
            "\(text.debugDescription) is not a variable, which is a name of letters, digits, _, - and . between two braces"
        case .variableAfterHost(let name):
            "the variable {\(name)} directly follows the host, so its value would change the host; put a slash or a colon before it"
        case .parameter(let name, let reason):
            "the parameter \(name.debugDescription) cannot be used in the URL: \(reason)"
        case .formWithoutBody(let method):
            "formData needs a body, but a \(method.rawValue) request has none; use another method"
        case .arrayInForm: "an array that is the whole body cannot be combined with formData; give it a name"
        case .unencodable(let name, let type):
            "the parameter \(name.debugDescription) is a \(type), which cannot be encoded"
        case .noSuccess(let name): "the response to \(name.debugDescription) was refused by isSuccessResponse"
        case .unexpectedObject(let type, let wanted):
            "a transformer returned \(type) instead of \(wanted)"
        case .debug(let code): "debugRequestFailWithCode caused this failure with the code \(code)"
        }
    }

    private static func hint(_ words: String, _ names: [String]) -> String {
        names.isEmpty ? "" : "; \(words) \(names.joined(separator: ", "))"
    }
}
