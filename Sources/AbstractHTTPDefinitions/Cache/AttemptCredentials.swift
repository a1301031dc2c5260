import AbstractHTTP

/// The credentials of an attempt, as they were when it was described.
struct AttemptCredentials: Sendable {
    var authorization = DefinitionAuthorization()
    /// The header fields that the request was described with.
    var described: HTTPHeaders = [:]

    /// The names of the fields of a request that are credentials.
    func names(in request: Request) -> [HTTPHeaderName] {
        let common = authorization.headers.keys.map { HTTPHeaderName(rawValue: $0) }
        return ([.authorization, .cookie, "Proxy-Authorization"] + common).filter { request.headers[$0] != nil }
    }

    /// The request without the fields for which the account stands.
    func withoutCredentials(_ request: Request) -> Request {
        var request = request
        for field in request.headers where stands(for: field) { request.headers[field.name] = nil }
        return request
    }

    /// Whether the account stands for a field: for those of the authorization, and for an `Authorization` that a policy
    /// has put in.
    func stands(for field: HTTPHeaders.Field) -> Bool {
        guard authorization.account != nil else { return false }
        let isCommon = authorization.headers.contains {
            HTTPHeaderName(rawValue: $0.key) == field.name && $0.value == field.value
        }
        return isCommon || field.name == "Authorization" && described["Authorization"] == nil
    }
}
