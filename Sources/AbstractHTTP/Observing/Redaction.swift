import Foundation

/// The secrets that are removed before a request or a response is written to a log: values of header fields, values of
/// keys in queries, forms, and bodies, and the user and password of URLs.
///
/// The words of a name decide whether its value is secret. `Documentation/Logging.md` lists them. Inside other values,
/// URLs, tokens, and pairs of a secret name and a value are found.
///
/// ```swift
/// var redaction = Redaction()
/// redaction.keys.insert("iban")
/// redaction.exceptions.insert("csrf_token")
/// ```
public struct Redaction: Sendable {
    /// The text that replaces a secret.
    public static let mark = "REDACTED"
    /// Removes nothing.
    public static let none = Redaction(recognizesSecrets: false, hidesUserInfo: false)

    /// Header fields whose values are secret although their names do not say so. Default: none.
    public var headers: Set<HTTPHeaderName>
    /// Keys whose values are secret in queries, forms, and bodies although their names do not say so. Spelling does not
    /// matter: `access_token` is also `accessToken` and `Access-Token`. Default: none.
    public var keys: Set<String>
    /// The names of header fields and keys whose values are not secret although their names say so. Spelling does not
    /// matter. Default: none.
    public var exceptions: Set<String>
    /// Whether secrets are recognized by the words of their names, and in values by their form.
    public var recognizesSecrets: Bool
    /// Whether the user and the password of a URL are removed.
    public var hidesUserInfo: Bool
    /// How many URLs are around the text. A value in the query of a URL can be a URL again.
    private var level = 0
    private static let deepestLevel = 4

    /// Creates a redaction. The defaults cover the usual secrets.
    public init(
        headers: Set<HTTPHeaderName> = [], keys: Set<String> = [], exceptions: Set<String> = [],
        recognizesSecrets: Bool = true, hidesUserInfo: Bool = true
    ) {
        (self.headers, self.keys, self.exceptions) = (headers, keys, exceptions)
        (self.recognizesSecrets, self.hidesUserInfo) = (recognizesSecrets, hidesUserInfo)
    }

    /// The value of a header field, or the mark.
    func value(of field: HTTPHeaders.Field) -> String {
        if isSecret(field.name) { return Self.mark }
        switch field.name {
        case .location, "Content-Location", "Referer": return url(field.value)
        case "Link": return links(field.value)
        case "Refresh": return refresh(field.value)
        default: return text(field.value)
        }
    }

    /// The values of header fields, by name, without secrets.
    package func values(of fields: [String: String]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: fields.map { name, text in
                let field = HTTPHeaders.Field(name: HTTPHeaderName(rawValue: name), value: text)
                return (name, value(of: field).inOneLine)
            })
    }

    /// The value of a key in a query or a form, or the mark.
    package func value(_ text: String, of key: String) -> String {
        isSecret(key, isParameter: true) ? Self.mark : self.text(text)
    }

    /// Whether the value of a header field is secret.
    package func isSecret(_ field: HTTPHeaderName) -> Bool {
        if headers.contains(field) { return true }
        return recognizesSecrets && SecretName.isSecret(field.rawValue) && !isException(field.rawValue)
    }

    /// Whether only one server gets a header field. This does not depend on what a log shows.
    func isForOneServer(_ field: HTTPHeaderName) -> Bool {
        headers.contains(field) || SecretName.isSecret(field.rawValue) && !isException(field.rawValue)
    }

    /// Whether the value of a header field tells users apart.
    package func isIdentity(_ field: HTTPHeaderName) -> Bool {
        headers.contains(field) || SecretName.isIdentity(field.rawValue) && !isException(field.rawValue)
    }

    /// Whether the value of a key is secret.
    ///
    /// - Parameter isParameter: Whether the key is in a query or a form.
    package func isSecret(_ key: String, isParameter: Bool) -> Bool {
        if !keys.isEmpty {
            let known = Set(keys.map(\.plain))
            let parts = key.unicodeScalars.split { "[].".unicodeScalars.contains($0) }
            if known.contains(key.plain) || parts.contains(where: { known.contains(String($0).plain) }) { return true }
        }
        guard recognizesSecrets, !isException(key) else { return false }
        return isParameter ? SecretName.isSecretParameter(key) : SecretName.isSecret(key)
    }

    private func isException(_ name: String) -> Bool {
        !exceptions.isEmpty && exceptions.contains { $0.plain == name.plain }
    }

    /// A text whose format is not known, without its secrets.
    package func text(_ text: String) -> String {
        guard recognizesSecrets || !keys.isEmpty, !text.isEmpty else { return text }
        guard level < Self.deepestLevel else { return Self.mark }
        if text.first == "{" || text.first == "[", let clean = json(Data(text.utf8)) {
            return String(decoding: clean, as: UTF8.self)
        }
        return SecretText.redacted(text, self)
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
    package func url(_ text: String) -> String {
        let (bytes, question) = (text.utf8, UInt8(ascii: "?"))
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let query = bytes[..<fragment].firstIndex(of: question) ?? fragment
        let head = String(text[..<query])
        let shown = hidesUserInfo ? head.withoutSecrets : head
        guard query < fragment else { return shown }
        return shown + "?" + form(String(text[bytes.index(after: query)..<fragment]))
    }

    /// A query or a form without its secrets, otherwise unchanged.
    package func form(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            // Some clients also put semicolons between pairs, but a secret may contain them, too.
            var start = pair.startIndex
            while let equals = pair[start...].firstIndex(of: UInt8(ascii: "=")) {
                let names = pair[start..<equals].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                let name = names.last.map { String(Substring($0)) } ?? ""
                let key = URLQuery(formEncoded: name).keyValues.first?.key ?? name
                if isSecret(key, isParameter: true) { return String(Substring(pair[...equals])) + Self.mark }
                guard let next = pair[equals...].firstIndex(of: UInt8(ascii: ";")) else { break }
                start = pair.index(after: next)
            }
            return withoutSecretsInValue(Substring(pair))
        }.joined(separator: "&")
    }

    /// A pair of a form whose key is not secret. Its value may contain secrets.
    private func withoutSecretsInValue(_ pair: Substring) -> String {
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(pair) }
        let value = URLQuery(formEncoded: String(pair)).keyValues.first?.value ?? ""
        var inner = self
        inner.level += 1
        let clean = inner.text(value)
        return clean == value ? String(pair) : String(pair[...equals]) + clean.percentEncoded()
    }

    /// A body of a media type without its secrets, or nil if it is not clear which parts are secret.
    func body(_ data: Data, of type: MediaType?) -> Data? {
        guard recognizesSecrets || !keys.isEmpty else { return data }
        let essence = type?.essence ?? ""
        if essence == MediaType.form.essence { return String(data: data, encoding: .utf8).map { Data(form($0).utf8) } }
        if essence.hasPrefix("multipart/") { return nil }
        if essence.contains("json") { return json(data) }
        return json(data) ?? String(data: data, encoding: .utf8).map { Data(text($0).utf8) } ?? data
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
                let isSecret = isSecret(key, isParameter: false)
                copy[key] = isSecret ? Self.mark : clean(value, &isChanged)
                if isSecret { isChanged = true }
            }
            return copy
        case let array as [Any]: return array.map { clean($0, &isChanged) }
        case let string as String:
            let clean = text(string)
            if clean != string { isChanged = true }
            return clean
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
