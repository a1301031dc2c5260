import AbstractHTTP
import Foundation

/// The parts of a `Set-Cookie` field (RFC 6265bis, section 5.6), before they are checked against the request.
struct SetCookie {
    let name: String
    let value: String
    /// Whether the field is Latin-1.
    let isLatin1: Bool
    private(set) var maxAge: TimeInterval?
    private(set) var expires: Date?
    /// The `Domain` attribute without a leading dot. It may be empty.
    private(set) var domain: String?
    /// The `Path` attribute. Nil if the default path applies.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: Cookie.SameSite?

    /// The maximum size of a name and its value, in bytes.
    static let mostBytes = 4_096
    /// The maximum size of an attribute's value, in bytes. A longer attribute is ignored.
    static let mostBytesOfAttribute = 1_024

    /// Returns nil if the whole field must be ignored.
    init?(_ field: HTTPHeaders.Field) {
        isLatin1 = field.isLatin1
        let field = field.value
        guard !field.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
        // Bytes, because a `Character` can contain more than the separator, or be equal to it.
        let parts = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Substring.init)
        let pair = parts[0].nameAndValue
        // Without an equals sign, the whole pair is the value.
        (name, value) = pair.value.map { (pair.name, $0) } ?? ("", pair.name)
        guard !name.isEmpty || !value.isEmpty, size(of: name) + size(of: value) <= Self.mostBytes else { return nil }
        for part in parts.dropFirst() { add(part.nameAndValue) }
    }

    /// The number of bytes that the server sent.
    private func size(of text: String) -> Int { isLatin1 ? text.unicodeScalars.count : text.utf8.count }

    private mutating func add(_ attribute: (name: String, value: String?)) {
        let value = attribute.value ?? ""
        guard size(of: value) <= Self.mostBytesOfAttribute else { return }
        switch attribute.name.lowercased() {
        case "expires":
            if let date = Date(cookieDate: value) { expires = date }
        case "max-age":
            if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain": domain = value.hasPrefix(".") ? String(value.dropFirst()) : value
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// Parses a `Max-Age`. Returns nil if it is not a number.
    private static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return TimeInterval(text)
    }
}

extension Substring {
    /// The parts before and after the first equals sign, without outer whitespace. The value is nil without a sign.
    fileprivate var nameAndValue: (name: String, value: String?) {
        guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (withoutOuterWhitespace, nil) }
        let value = Substring(utf8[utf8.index(after: sign)...])
        return (Substring(utf8[..<sign]).withoutOuterWhitespace, value.withoutOuterWhitespace)
    }
}
