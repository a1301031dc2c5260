import AbstractHTTP

/// The credentials of an attempt at the time its request was built.
struct AttemptCredentials: Sendable {
    var authorization = DefinitionAuthorization()
    /// The header fields of the request when it was built.
    var described: HTTPHeaders = [:]

    /// Returns the names of a request's fields that contain credentials.
    func names(in request: Request) -> [HTTPHeaderName] {
        let common = authorization.headers.keys.map { HTTPHeaderName(rawValue: $0) }
        return ([.authorization, .cookie, "Proxy-Authorization"] + common).filter { request.headers[$0] != nil }
    }

    /// Returns the request without the fields that the account represents.
    func withoutCredentials(_ request: Request) -> Request {
        var request = request
        for field in request.headers where stands(for: field) { request.headers[field.name] = nil }
        return request
    }

    /// Returns whether the account represents a field. It represents the fields of the authorization, and an
    /// `Authorization` that a policy added.
    func stands(for field: HTTPHeaders.Field) -> Bool {
        guard authorization.account != nil else { return false }
        let isCommon = authorization.headers.contains {
            HTTPHeaderName(rawValue: $0.key) == field.name && $0.value == field.value
        }
        return isCommon || field.name == "Authorization" && described["Authorization"] == nil
    }
}
