import AbstractHTTP

/// The settings of an API that can change while it is in use.
final class APISettings: Sendable {
    private struct State {
        var defaults: RequestDefaults
        var config: ConnectionConfig?
        var fieldOptions = FieldOptions()
        var behavior: (any DefinitionBehavior)?
    }

    private let state: LockedValue<State>

    init(baseURL: String?, config: ConnectionConfig?) {
        state = LockedValue(State(defaults: RequestDefaults(baseURL: baseURL), config: config))
    }

    var baseURL: String? {
        get { state.withLock(\.defaults.baseURL) }
        set { state.change { $0.defaults.baseURL = newValue } }
    }

    var config: ConnectionConfig {
        get { state.withLock(\.config) ?? .shared }
        set { state.change { $0.config = newValue } }
    }

    var fieldOptions: FieldOptions {
        get { state.withLock(\.fieldOptions) }
        set { state.change { $0.fieldOptions = newValue } }
    }

    var behavior: (any DefinitionBehavior)? {
        get { state.withLock(\.behavior) }
        set { state.change { $0.behavior = newValue } }
    }

    /// The servers that may receive credentials.
    var credentialScope: CredentialScope { credentialScope(base: baseURL) }

    /// Returns the servers that may receive credentials with this base URL of the API.
    func credentialScope(base: String?) -> CredentialScope {
        let config = config
        return CredentialScope(base: base ?? config.baseURL, others: config.credentialOrigins)
    }
}
