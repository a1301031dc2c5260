import AbstractHTTP

/// The credentials of definitions that need them. Each attempt uses the current values.
///
/// A definition that needs credentials receives them if its URL is on the server of ``DefinitionAPI/baseURL`` or on one
/// of ``AbstractHTTP/ConnectionConfig/credentialOrigins``. Without such servers, its requests fail with
/// ``AbstractHTTP/InvalidRequest/missingOrigins``.
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
    /// Identifies the account, so that stored responses of different accounts are kept apart. If it is nil (the
    /// default), the credentials identify the account, and a change of credentials hides all stored responses.
    ///
    /// A change of the account begins a new session. A request that was started before it, and needs the credentials
    /// again, fails with ``AbstractHTTP/TokenRefreshError/signedOut``. Set the account together with its credentials.
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
