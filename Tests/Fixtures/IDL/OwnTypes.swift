public import AbstractHTTPIDL

/// A type of its own, word by word.
public struct Color: HTTPContentConvertible {
    /// A value for a default.
    public static let red = Color(hex: "#FF0000")

    var hex: String

    init(hex: String) {
        self.hex = hex
    }

    /// Of `#RRGGBB`.
    public init?(content: ResponseContent?) {
        guard let hex = String(content: content), hex.hasPrefix("#") else { return nil }
        self.hex = hex
    }

    /// As it is read.
    public func asRequestContent() -> RequestContent { .string(hex) }
}

/// Types within another one.
public enum Shapes {
    /// A type that is `Codable`.
    public struct Circle: CodableContent {
        var radius: Double
    }
}

/// A key.
public struct UUIDKey: RawRepresentable, ContentKeyConvertible {
    /// Its text.
    public var rawValue: String

    /// Any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
