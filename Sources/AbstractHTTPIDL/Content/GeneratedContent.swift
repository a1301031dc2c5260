import AbstractHTTP

/// A structure of a `.http` file.
public protocol GeneratedContent: HTTPContentConvertible {
    /// Makes the structure of its fields; throws ``ContentReadingError``.
    init(reading fields: ContentReader) throws
}

extension GeneratedContent {
    /// Makes the structure; nil of what has no fields.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }
}

/// An enumeration of a `.http` file: the values that the file knows have names, and every other one is a value, too.
public protocol GeneratedEnumeration: RawRepresentable, HTTPContentConvertible, ContentKeyConvertible
where RawValue: HTTPContentConvertible & ContentKeyConvertible {
    /// Makes a value, whether the file knows it or not.
    init(rawValue: RawValue)
}

extension GeneratedEnumeration {
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
