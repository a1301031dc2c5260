import AbstractHTTP

/// The credentials of definitions that need them. Each attempt uses the current values.
///
/// Every definition that needs credentials receives them, whatever its URL.
///
/// ```swift
/// api.authorization.headers["Authorization"] = "Bearer \(token)"
/// api.authorization.parameters["device"] = device
/// ```
public struct DefinitionAuthorization: Sendable {
    /// Header fields, which replace those of the definition.
    public var headers: [String: String]
    /// Parameters, which replace those of the definition.
    public var parameters: DefinitionParameters
    /// Identifies the account, so that stored responses of different accounts are kept apart. Default: nil; the
    /// credentials identify it, so a change of credentials hides all stored responses.
    public var account: String?

    /// Creates credentials.
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
