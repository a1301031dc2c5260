/// A media type, such as `application/json` or `text/html; charset=utf-8` (RFC 9110, section 8.3.1).
///
/// ```swift
/// let type = MediaType("Application/JSON; charset=utf-8")
/// type.essence == MediaType.json.essence    // application/json
/// ```
public struct MediaType: RawRepresentable, Hashable, Sendable {
    /// The media type with its parameters.
    public let rawValue: String

    /// Creates a media type from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a media type from a string.
    public init(_ text: String) {
        self.init(rawValue: text)
    }

    /// The type and the subtype in lowercase, without parameters.
    public var essence: String {
        rawValue.prefix { $0 != ";" }.lowercased().withoutOuterWhitespace
    }

    /// Returns the value of a parameter without quotes, or nil if there is none. The name is not case-sensitive.
    public func parameter(_ name: String) -> String? {
        let semicolon = UInt8(ascii: ";")
        var scanner = HeaderScanner(rawValue)
        while !scanner.isAtEnd {
            scanner.skip(to: semicolon)
            guard scanner.skip(semicolon) else { return nil }
            scanner.skipWhitespace()
            guard let found = scanner.token(), scanner.skip(UInt8(ascii: "=")) else { continue }
            let value = scanner.quotedString() ?? scanner.text(before: semicolon)
            if found.equalsIgnoringASCIICase(name), !value.isEmpty { return value }
        }
        return nil
    }

    /// `application/json`
    public static let json: Self = "application/json"
    /// `application/octet-stream`, for bytes of an unknown type.
    public static let binary: Self = "application/octet-stream"
    /// `application/x-www-form-urlencoded`
    public static let form: Self = "application/x-www-form-urlencoded"
    /// `application/x-plist`
    public static let propertyList: Self = "application/x-plist"
    /// `text/plain; charset=utf-8`
    public static let text: Self = "text/plain; charset=utf-8"
}

extension MediaType: ExpressibleByStringLiteral {
    /// Creates a media type from a string.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension MediaType: CustomStringConvertible {
    /// The media type with its parameters, with control characters escaped.
    public var description: String { Redaction().text(rawValue).inOneLine }
}
