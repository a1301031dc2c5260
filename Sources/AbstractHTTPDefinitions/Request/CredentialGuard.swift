import AbstractHTTP

/// Refuses requests that must not be sent with the current credentials of the API.
final class CredentialGuard: HTTPMiddleware, SessionHolder {
    private let store: DefinitionStore
    private let scope: CredentialScope

    init(_ store: DefinitionStore, _ scope: CredentialScope) {
        (self.store, self.scope) = (store, scope)
    }

    var session: Int { store.session }

    /// Refuses a request that began with another account. Refuses a request to another server if its body contains
    /// credentials, because a redirect or the next page of a list can lead to another server.
    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        if let began = request.sessions?.number(of: self), began != session { throw TokenRefreshError.signedOut }
        let hasCredentials = request.body != nil && request.trusted?.hasSecretBody == true
        guard !hasCredentials || scope.allows(request.url.absoluteString) else {
            throw DefinitionError.credentialsInBody(host: request.url.host() ?? "")
        }
        return try await next.execute(request)
    }
}
