import AbstractHTTP

/// The content of a response: a tree, whatever the media type.
public typealias ResponseContent = HTTPContent

/// A type that is made of the content of a response: those of the language, structures and enumerations of `.http`
/// files, and your own.
///
/// Of your own types that are `Codable` it is enough to say that they are ``CodableContent``.
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
    /// Makes the value of content; nil for content that is none, and where there is none.
    init?(content: ResponseContent?)
    /// Makes the value of what a reader stands on; throws ``ContentReadingError`` where that is none. Default:
    /// ``init(content:)``.
    init(reading reader: ContentReader) throws
}

/// A type that is sent and received.
public typealias HTTPContentConvertible = RequestContentConvertible & ResponseContentConvertible

extension ResponseContentConvertible {
    /// Makes the value of content that is there, or throws.
    public init(reading reader: ContentReader) throws {
        guard let value = Self(content: reader.content) else { throw reader.mismatch(Self.self) }
        self = value
    }
}
