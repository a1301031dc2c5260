import Foundation

/// Default header fields, which only some servers get: those of a style and those of a config.
private struct DefaultFields {
    let headers: HTTPHeaders
    let scope: CredentialScope
}

extension ConnectionConfig {
    /// The default fields of the style.
    private var styleFields: DefaultFields? {
        guard let trusted, !trusted.headers.isEmpty else { return nil }
        return DefaultFields(
            headers: trusted.headers, scope: CredentialScope(base: trusted.baseURL, others: credentialOrigins))
    }

    /// The default fields of this config.
    private var ownFields: DefaultFields? {
        hasHeaders ? DefaultFields(headers: headers, scope: credentialScope) : nil
    }

    /// Adds the default fields of the style, if the server of `url` may get them. The request's own fields take
    /// precedence.
    func addStyleDefaults(to own: inout HTTPHeaders, for url: String) {
        if let fields = styleFields, fields.scope.allows(url) { own = fields.headers.replaced(by: own) }
    }

    /// Adds the default fields of this config, if the server of `url` may get them. All others take precedence.
    func addDefaults(to own: inout HTTPHeaders, for url: String) {
        guard let fields = ownFields, fields.scope.allows(url) else { return }
        let known = own
        for field in fields.headers where known[field.name] == nil { own.add(field) }
    }

    /// Throws if this config has default fields, and nothing says which servers may get them.
    func checkDefaults() throws(InvalidRequest) {
        if ownFields?.scope.isEmpty == true { throw .missingOrigins }
    }

    /// Removes the default fields that the server of `url` must not get: those of the style, and those of the config
    /// whose value was not changed.
    func removeDefaults(from headers: inout HTTPHeaders, for url: URL) {
        let text = url.absoluteString
        if let fields = ownFields, !fields.scope.allows(text) {
            for field in fields.headers where headers.values(for: field.name).contains(field.value) {
                headers.remove(field.name)
            }
        }
        guard let fields = styleFields, !fields.scope.allows(text) else { return }
        for field in fields.headers { headers.remove(field.name) }
    }
}
