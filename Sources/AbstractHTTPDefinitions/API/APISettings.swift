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

    /// Returns the servers that may receive credentials.
    ///
    /// - Parameters:
    ///   - base: The base URL of the API.
    ///   - trusted: The base URL of the definition, if code has set it.
    func credentialScope(base: String?, trusted: String?) -> CredentialScope {
        let config = config
        let others = config.credentialOrigins + [trusted].compactMap(\.self)
        return CredentialScope(base: base ?? config.baseURL, others: others)
    }
}
