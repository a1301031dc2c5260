import AbstractHTTP

/// A structure of a `.http` file.
public protocol GeneratedContent: HTTPContentConvertible, Decodable {
    /// Makes the structure of its fields; throws ``ContentReadingError``.
    init(reading fields: ContentReader) throws
}

extension GeneratedContent {
    /// Decodes the structure; dates are as ISO 8601 has them.
    public init(from decoder: any Decoder) throws {
        try self.init(reading: ContentReader(HTTPContent(from: decoder)))
    }

    /// Makes the structure; nil of what has no fields.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }
}

/// An enumeration of a `.http` file: the values that the file knows have names, and every other one is a value, too.
public protocol GeneratedEnumeration: RawRepresentable, HTTPContentConvertible, ContentKeyConvertible, Decodable
where RawValue: HTTPContentConvertible & ContentKeyConvertible & Decodable {
    /// Makes a value, whether the file knows it or not.
    init(rawValue: RawValue)
}

extension GeneratedEnumeration {
    /// Decodes the raw value.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    /// Makes the value of what is a raw value.
    public init?(content: ResponseContent?) {
        guard let rawValue = RawValue(content: content) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The raw value.
    public func asRequestContent() -> RequestContent { rawValue.asRequestContent() }

    /// Makes the value of a key.
    public init?(contentKey: String) {
        guard let rawValue = RawValue(contentKey: contentKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}
