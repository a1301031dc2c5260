import AbstractHTTP
import Foundation

/// What tells one response that is kept from all others: the URL, and what else its request is. It holds fingerprints alone, and nothing that is secret.
public struct ResponseKey: Hashable, Sendable {
    /// The same for all requests of a URL.
    let resource: String
    /// The same for one request alone, and the name of a file.
    let name: String

    /// Makes a key.
    public init(_ url: URL, _ details: [String] = []) {
        resource = url.absoluteString.prefix { $0 != "#" }.utf8.fingerprint
        let text = ([url.absoluteString] + details).joined(separator: "\n")
        name = "\(resource)-\(text.wideFingerprint)"
    }
}

extension ResponseKey {
    /// That of a request as its definition and its context make it, for the account of its credentials; nil for a body that is not in memory.
    init?(_ request: Request, _ credentials: AttemptCredentials) {
        var body = ""
        switch request.body?.source {
        case nil: break
        case .data(let data): body = "\(data.count) \(data.wideFingerprint)"
        case .file, .stream, .joined: return nil
        }
        let fields = request.headers.filter { !credentials.stands(for: $0) && $0.name != "Idempotency-Key" }
            .map { "\($0.name.rawValue.lowercased()): \($0.value)" }
        let account = credentials.authorization.account ?? ""
        self.init(request.url, [account, request.method.rawValue, body] + fields.sorted())
    }
}

/// The credentials of an attempt, as they were when it was described.
struct AttemptCredentials: Sendable {
    var authorization = DefinitionAuthorization()
    /// The header fields that the request was described with.
    var described: [HTTPHeaderName: String] = [:]

    /// The request without the fields for which the account stands.
    func withoutCredentials(_ request: Request) -> Request {
        var request = request
        for field in request.headers where stands(for: field) { request.headers[field.name] = nil }
        return request
    }

    /// Whether the account stands for a field: for those of the authorization, and for an `Authorization` that a policy has put in.
    func stands(for field: HTTPHeaders.Field) -> Bool {
        guard authorization.account != nil else { return false }
        let isCommon = authorization.headers.contains {
            HTTPHeaderName(rawValue: $0.key) == field.name && $0.value == field.value
        }
        return isCommon || field.name == "Authorization" && described["Authorization"] == nil
    }
}
