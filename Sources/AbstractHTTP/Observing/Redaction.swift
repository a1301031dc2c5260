import Foundation

/// The secrets that are removed before a request or a response is written to a log: values of header fields, values of
/// keys in queries, forms, and JSON, and the user and password of URLs.
///
/// ```swift
/// var redaction = Redaction()
/// redaction.keys.insert("pin")
/// ```
public struct Redaction: Sendable {
    /// The text that replaces a secret.
    public static let mark = "REDACTED"
    /// Removes nothing.
    public static let none = Redaction(headers: [], keys: [], hidesUserInfo: false)

    /// The header fields whose values are secret.
    public var headers: Set<HTTPHeaderName>
    /// The keys whose values are secret in queries, forms, and JSON. Spelling does not matter: `access_token` is also
    /// `accessToken` and `Access-Token`.
    public var keys: Set<String>
    /// Whether the user and the password of a URL are removed.
    public var hidesUserInfo: Bool

    /// Creates a redaction. The defaults cover the usual secrets.
    public init(
        headers: Set<HTTPHeaderName> = [
            .authorization, "Proxy-Authorization", "Authentication-Info", "Proxy-Authentication-Info", .cookie,
            .setCookie,
            "X-API-Key", "X-Auth-Token",
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
        switch field.name {
        case .location, "Content-Location", "Referer": return url(field.value)
        case "Link": return links(field.value)
        case "Refresh": return refresh(field.value)
        default: return field.value
        }
    }

    /// The targets of links are in angle brackets (RFC 8288, section 3).
    private func links(_ text: String) -> String {
        let pieces = text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return pieces.enumerated().map { number, piece in
            guard number > 0 else { return String(Substring(piece)) }
            let target = piece.prefix { $0 != UInt8(ascii: ">") }
            return url(String(Substring(target))) + String(Substring(piece[target.endIndex...]))
        }.joined(separator: "<")
    }

    /// Seconds, often followed by a URL (WHATWG HTML, section 4.2.5.3, shared declarative refresh steps).
    private func refresh(_ text: String) -> String {
        let seconds = text.unicodeScalars.prefix { $0 != ";" && $0 != "," }
        let rest = String(text.unicodeScalars[seconds.endIndex...])
        guard let equals = rest.unicodeScalars.firstIndex(of: "=") else { return String(seconds) + url(rest) }
        let name = rest.unicodeScalars[...equals]
        guard String(name).lowercased().contains("url"), !name.contains("?") else { return String(seconds) + url(rest) }
        return String(seconds) + String(name) + url(String(rest.unicodeScalars[name.endIndex...]))
    }

    /// The text of a URL without its secrets and its fragment.
    func url(_ text: String) -> String {
        let (bytes, question) = (text.utf8, UInt8(ascii: "?"))
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let query = bytes[..<fragment].firstIndex(of: question) ?? fragment
        let head = String(text[..<query])
        let shown = hidesUserInfo ? head.withoutSecrets : head
        guard query < fragment else { return shown }
        return shown + "?" + form(String(text[bytes.index(after: query)..<fragment]))
    }

    /// A query or a form without its secrets, otherwise unchanged.
    func form(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            // Some clients also put semicolons between pairs, but a secret may contain them, too.
            var start = pair.startIndex
            while let equals = pair[start...].firstIndex(of: UInt8(ascii: "=")) {
                let names = pair[start..<equals].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                let name = names.last.map { String(Substring($0)) } ?? ""
                let key = URLQuery(formEncoded: name).keyValues.first?.key ?? name
                if isSecret(key) { return String(Substring(pair[...equals])) + Self.mark }
                guard let next = pair[equals...].firstIndex(of: UInt8(ascii: ";")) else { break }
                start = pair.index(after: next)
            }
            return String(Substring(pair))
        }.joined(separator: "&")
    }

    /// A body of a media type without its secrets, or nil if it is not clear which parts are secret.
    func body(_ data: Data, of type: MediaType?) -> Data? {
        guard !keys.isEmpty else { return data }
        let essence = type?.essence ?? ""
        if essence == MediaType.form.essence { return String(data: data, encoding: .utf8).map { Data(form($0).utf8) } }
        if essence.isEmpty { return json(data) ?? data }
        if essence.hasPrefix("multipart/") { return nil }
        return essence.contains("json") ? json(data) : data
    }

    /// The key of a secret may also be nested, as in `user[password]` and `user.password`.
    private func isSecret(_ key: String) -> Bool {
        let known = Set(keys.map(\.plain))
        let parts = key.unicodeScalars.split { "[].".unicodeScalars.contains($0) }
        return parts.contains { known.contains(String($0).plain) }
    }

    /// JSON without its secrets. It is rewritten only if it has any.
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

extension String {
    /// The letters and digits of a key, in lowercase.
    fileprivate var plain: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        )
        .lowercased()
    }
}
