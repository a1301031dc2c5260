import Foundation

/// What must not be written down: the values of some header fields, of some keys in a query, a form or JSON, and what stands before
/// the host of a URL.
///
/// ```swift
/// var redaction = Redaction()
/// redaction.keys.insert("pin")
/// ```
public struct Redaction: Sendable {
    /// What stands in the place of a secret.
    public static let mark = "REDACTED"
    /// Nothing is left out.
    public static let none = Redaction(headers: [], keys: [], hidesUserInfo: false)

    /// The header fields.
    public var headers: Set<HTTPHeaderName>
    /// The keys, in lower case: in queries, forms and JSON, however they are written there.
    public var keys: Set<String>
    /// Whether user and password of a URL are left out.
    public var hidesUserInfo: Bool

    /// Makes a redaction; what is usually secret is so by default.
    public init(
        headers: Set<HTTPHeaderName> = [
            .authorization, "Proxy-Authorization", .cookie, .setCookie, "X-API-Key", "X-Auth-Token",
        ],
        keys: Set<String> = [
            "password", "passwd", "secret", "client_secret", "token", "access_token", "refresh_token", "id_token",
            "api_key",
            "apikey", "code", "signature", "sig",
        ],
        hidesUserInfo: Bool = true
    ) {
        self.headers = headers
        self.keys = keys
        self.hidesUserInfo = hidesUserInfo
    }

    /// The value of a header field, or the mark.
    func value(of field: HTTPHeaders.Field) -> String {
        if headers.contains(field.name) { return Self.mark }
        return Self.fieldsOfURLs.contains(field.name) ? url(field.value) : field.value
    }

    private static let fieldsOfURLs: Set<HTTPHeaderName> = [.location, "Content-Location", "Referer"]

    /// The text of a URL without its secrets and its fragment.
    func url(_ text: String) -> String {
        let fragment = text.firstIndex(of: "#") ?? text.endIndex
        let query = text[..<fragment].firstIndex(of: "?") ?? fragment
        var head = String(text[..<query])
        if hidesUserInfo, let start = head.range(of: "//")?.upperBound {
            let authority = head[start...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") { head.removeSubrange(start...at) }
        }
        guard query < fragment else { return head }
        return head + "?" + form(String(text[text.index(after: query)..<fragment]))
    }

    /// A query or a form without its secrets, and otherwise as it is.
    func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let key = URLQuery(formEncoded: String(name)).keyValues.first?.key ?? String(name)
            return isSecret(key) && name.endIndex < pair.endIndex ? "\(name)=\(Self.mark)" : String(pair)
        }.joined(separator: "&")
    }

    /// A body of a media type without its secrets; nil when it cannot be told what is secret in it.
    func body(_ data: Data, of type: MediaType?) -> Data? {
        guard !keys.isEmpty else { return data }
        let essence = type?.essence ?? ""
        if essence == MediaType.form.essence { return String(data: data, encoding: .utf8).map { Data(form($0).utf8) } }
        if essence.hasSuffix("/json") || essence.hasSuffix("+json") { return json(data) }
        return data
    }

    /// A secret may also be a key in a list, as `user[password]` and `user.password`.
    private func isSecret(_ key: String) -> Bool {
        let parts = key.lowercased().split { "[].".contains($0) }
        return parts.contains { keys.contains(String($0)) }
    }

    /// JSON, written anew only where it has secrets.
    private func json(_ data: Data) -> Data? {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return nil }
        var isChanged = false
        let clean = clean(value, &isChanged)
        guard isChanged else { return data }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return try? JSONSerialization.data(withJSONObject: clean, options: options)
    }

    private func clean(_ value: Any, _ isChanged: inout Bool) -> Any {
        switch value {
        case let object as [String: Any]:
            var copy = object
            for (key, value) in object {
                let isSecret = isSecret(key)
                copy[key] = isSecret ? Self.mark : clean(value, &isChanged)
                if isSecret { isChanged = true }
            }
            return copy
        case let array as [Any]: return array.map { clean($0, &isChanged) }
        default: return value
        }
    }
}
