import AbstractHTTP

/// Refuses a request to another server if its body contains the credentials of the API. A redirect, or the next page of
/// a list, can lead to another server.
struct CredentialGuard: HTTPMiddleware {
    let scope: CredentialScope

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        let hasCredentials = request.body != nil && request.trusted?.hasSecretBody == true
        guard !hasCredentials || scope.allows(request.url.absoluteString) else {
            throw DefinitionError.credentialsInBody(host: request.url.host() ?? "")
        }
        return try await next.execute(request)
    }
}
