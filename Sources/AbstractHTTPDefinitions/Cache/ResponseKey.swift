import AbstractHTTP
import Foundation

/// Identifies the stored responses to a request by its URL and a hash of everything else.
struct ResponseKey: Hashable, Sendable {
    /// The URL without a fragment.
    let url: String
    private let details: String

    /// The key in a `CacheStore`.
    var text: String { "\(url)\n\(details)" }

    /// Creates the key of a request, as its definition and context describe it, for the account of its credentials.
    /// Returns nil if the body is not in memory.
    init?(_ request: Request, _ credentials: AttemptCredentials) {
        let body: [UInt8]
        switch request.body?.source {
        case nil: body = []
        case .data(let data): body = SHA256.hash(data)
        case .file, .stream, .joined: return nil
        }
        let fields = request.headers.filter { !credentials.stands(for: $0) && $0.name != "Idempotency-Key" }
            .map { "\($0.name.rawValue.lowercased()): \($0.value)" }
        let account = (credentials.authorization.account ?? "").debugDescription
        let parts = [account, request.method.rawValue, body.hexadecimal] + fields.sorted()
        url = request.url.absoluteString.withoutFragment
        // Header fields may be secret.
        details = SHA256.hash(parts.joined(separator: "\n").utf8).hexadecimal
    }
}
