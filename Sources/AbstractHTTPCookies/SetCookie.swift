import Foundation

/// A Set-Cookie field, taken apart (RFC 6265bis, section 5.6). Nothing is compared with the request yet.
struct SetCookie {
    let name: String
    let value: String
    private(set) var maxAge: TimeInterval?
    private(set) var expires: Date?
    /// In lower case, without a leading dot. Empty if the attribute was.
    private(set) var domain: String?
    /// Nil if the path of the request decides.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: Cookie.SameSite?

    /// The most bytes of a name and its value.
    private static let mostBytes = 4_096
    /// The most bytes of the value of an attribute. A longer one is ignored.
    private static let mostBytesOfAttribute = 1_024

    /// Returns nil for a field that has to be ignored.
    init?(_ field: String) {
        guard !field.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        let pair = parts[0].nameAndValue
        // Without an equals sign, the whole is a value.
        (name, value) = pair.value.map { (pair.name, $0) } ?? ("", pair.name)
        guard !name.isEmpty || !value.isEmpty, name.utf8.count + value.utf8.count <= Self.mostBytes else { return nil }
        for part in parts.dropFirst() { add(part.nameAndValue) }
    }

    private mutating func add(_ attribute: (name: String, value: String?)) {
        let value = attribute.value ?? ""
        guard value.utf8.count <= Self.mostBytesOfAttribute else { return }
        switch attribute.name.lowercased() {
        case "expires":
            if let date = Date(cookieDate: value) { expires = date }
        case "max-age":
            if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain": domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// The seconds of a Max-Age. Nil if it is no number; a number that is too large is a very long time.
    private static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return TimeInterval(text)
    }
}

extension Substring {
    /// What is before and behind the first equals sign, without outer white space. No value if there is no sign.
    fileprivate var nameAndValue: (name: String, value: String?) {
        guard let sign = firstIndex(of: "=") else { return (self.withoutOuterBlanks, nil) }
        return (self[..<sign].withoutOuterBlanks, self[index(after: sign)...].withoutOuterBlanks)
    }

    private var withoutOuterBlanks: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let end = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(scalars[...end])
    }
}
