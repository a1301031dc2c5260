import AbstractHTTP
import Foundation

/// What tells one response that is kept from all others: the URL, and what else its request is. It holds fingerprints
/// alone, and nothing that is secret.
public struct ResponseKey: Hashable, Sendable {
    /// The same for all requests of a URL.
    let resource: String
    /// The same for one request alone, and the name of a file.
    let name: String

    /// Makes a key.
    public init(_ url: URL, _ details: [String] = []) {
        resource = url.absoluteString.prefix { $0 != "#" }.utf8.fnv1aHash
        let text = ([url.absoluteString] + details).joined(separator: "\n")
        name = "\(resource)-\(text.wideFNV1aHash)"
    }
}

extension ResponseKey {
    /// That of a request as its definition and its context make it, for the account of its credentials; nil for a body
    /// that is not in memory.
    init?(_ request: Request, _ credentials: AttemptCredentials) {
        var body = ""
        switch request.body?.source {
        case nil: break
        case .data(let data): body = "\(data.count) \(data.wideFNV1aHash)"
        case .file, .stream, .joined: return nil
        }
        let fields = request.headers.filter { !credentials.stands(for: $0) && $0.name != "Idempotency-Key" }
            .map { "\($0.name.rawValue.lowercased()): \($0.value)" }
        let account = credentials.authorization.account ?? ""
        self.init(request.url, [account, request.method.rawValue, body] + fields.sorted())
    }
}
