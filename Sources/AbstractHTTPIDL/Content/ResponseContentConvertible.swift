import AbstractHTTP

/// The content of a response as a tree, regardless of the media type.
public typealias ResponseContent = HTTPContent

/// A type that can be created from the content of a response. The built-in types conform, and so do the structures and
/// enumerations of `.http` files. Your own types can conform, too.
///
/// Your own `Codable` types only have to conform to ``CodableContent``.
///
/// ```swift
/// struct Color: HTTPContentConvertible {
///     var hex: String
///
///     init?(content: ResponseContent?) {
///         guard let hex = content?.stringValue, hex.hasPrefix("#") else { return nil }
///         self.hex = hex
///     }
///
///     func asRequestContent() -> RequestContent { .string(hex) }
/// }
/// ```
public protocol ResponseContentConvertible: Sendable {
    /// Creates the value from content. Returns nil if the content has another type or is missing.
    init?(content: ResponseContent?)
    /// Creates the value at the position of a reader. Throws ``ContentReadingError`` if it has another type. Default:
    /// calls ``init(content:)``.
    init(reading reader: ContentReader) throws
}

/// A type that is sent and received.
public typealias HTTPContentConvertible = RequestContentConvertible & ResponseContentConvertible

extension ResponseContentConvertible {
    /// Creates the value from the content at the position, or throws.
    public init(reading reader: ContentReader) throws {
        guard let value = Self(content: reader.content) else { throw reader.mismatch(Self.self) }
        self = value
    }
}
