import AbstractHTTP

/// A structure of a `.http` file.
///
/// ```swift
/// let friend = try JSONDecoder().decode(Friend.self, from: data)    // a STRUCT of a .http file
/// ```
public protocol GeneratedContent: HTTPContentConvertible, Decodable {
    /// Creates the structure from its fields. Throws ``ContentReadingError``.
    init(reading fields: ContentReader) throws
}

extension GeneratedContent {
    /// Decodes the structure. Dates are ISO 8601.
    public init(from decoder: any Decoder) throws {
        if let (content, notes) = decoder.noted {
            try self.init(reading: ContentReader(content, noting: notes))
        } else {
            try self.init(reading: ContentReader(HTTPContent(from: decoder)))
        }
    }

    /// Creates the structure. Returns nil if the content has no fields.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }
}

/// An enumeration of a `.http` file. The values in the file have names, and all other values are preserved.
///
/// ```swift
/// let status = Status(rawValue: "archived")    // valid even if the .http file does not name it
/// ```
public protocol GeneratedEnumeration: RawRepresentable, HTTPContentConvertible, ContentKeyConvertible, Decodable
where RawValue: HTTPContentConvertible & ContentKeyConvertible & Decodable {
    /// Creates a value, whether the file names it or not.
    init(rawValue: RawValue)
}

extension GeneratedEnumeration {
    /// Decodes the raw value.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    /// Creates the value from a raw value.
    public init?(content: ResponseContent?) {
        guard let rawValue = RawValue(content: content) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The raw value.
    public func asRequestContent() -> RequestContent { rawValue.asRequestContent() }

    /// Returns the value whose raw value has this key.
    public static func value(ofContentKey key: String) -> Self? {
        RawValue.value(ofContentKey: key).flatMap { Self(rawValue: $0) }
    }
}
