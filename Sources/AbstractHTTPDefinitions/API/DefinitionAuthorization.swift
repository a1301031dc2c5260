import AbstractHTTP

/// The credentials that definitions need: put into each attempt as they are then.
///
/// They go to whatever URL a definition has that needs them.
///
/// ```swift
/// api.authorization.headers["Authorization"] = "Bearer \(token)"
/// api.authorization.parameters["device"] = device
/// ```
public struct DefinitionAuthorization: Sendable {
    /// Header fields, over those of the definition.
    public var headers: [String: String]
    /// Parameters, over those of the definition.
    public var parameters: DefinitionParameters
    /// Tells the responses that are kept for one account from those of others. Default: nil, the credentials themselves
    /// do, so that nothing is found any more when they change.
    public var account: String?

    /// Makes credentials.
    public init(headers: [String: String] = [:], parameters: DefinitionParameters = [:], account: String? = nil) {
        self.headers = headers
        self.parameters = parameters
        self.account = account
    }
}

extension DefinitionAuthorization: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
