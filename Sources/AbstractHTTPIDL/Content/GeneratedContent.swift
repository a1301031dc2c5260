import AbstractHTTP

/// A structure or a union of a `.http` file.
///
/// If a request contains it, it is also `RequestContentConvertible`. The values of a stream are also `Decodable`.
///
/// ```swift
/// let friend = Friend(content: ["name": "Ada"])    // a STRUCT of a .http file
/// ```
public protocol GeneratedContent: ResponseContentConvertible {
    /// Creates the value from its fields. Throws ``ContentReadingError``.
    init(reading fields: ContentReader) throws
}

extension GeneratedContent {
    /// Decodes the value. Dates are ISO 8601.
    public init(from decoder: any Decoder) throws {
        if let (content, notes) = decoder.noted {
            try self.init(reading: ContentReader(content, noting: notes))
        } else {
            try self.init(reading: ContentReader(HTTPContent(from: decoder)))
        }
    }

    /// Creates the value. Returns nil if the content has another type.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }
}

/// The type of the raw values of an enumeration of a `.http` file: a string or an integer.
///
/// ```swift
/// let level = Level(rawValue: 7)    // an ENUM Level : INT32 of a .http file
/// ```
public protocol GeneratedRawValue: HTTPContentConvertible, ContentKeyConvertible, Decodable {}

extension String: GeneratedRawValue {}
extension Int8: GeneratedRawValue {}
extension Int16: GeneratedRawValue {}
extension Int32: GeneratedRawValue {}
extension Int64: GeneratedRawValue {}
extension UInt8: GeneratedRawValue {}
extension UInt16: GeneratedRawValue {}
extension UInt32: GeneratedRawValue {}
extension UInt64: GeneratedRawValue {}

/// An enumeration of a `.http` file. The values in the file have names, and all other values are preserved.
///
/// It is also `RawRepresentable` and `Hashable`. If a request contains it, it is `RequestContentConvertible`, and if it
/// is the key of a dictionary, `ContentKeyConvertible`.
///
/// ```swift
/// let status = Status(rawValue: "archived")    // valid even if the .http file does not name it
/// ```
public protocol GeneratedEnumeration: ResponseContentConvertible {
    /// A string or an integer.
    associatedtype RawValue: GeneratedRawValue
    /// The raw value.
    var rawValue: RawValue { get }
    /// Creates a value, whether the file names it or not.
    init(rawValue: RawValue)
}

extension GeneratedEnumeration {
    /// Creates the value from a raw value.
    public init?(content: ResponseContent?) {
        guard let rawValue = RawValue(content: content) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The raw value.
    public func asRequestContent() -> RequestContent { rawValue.asRequestContent() }
}
