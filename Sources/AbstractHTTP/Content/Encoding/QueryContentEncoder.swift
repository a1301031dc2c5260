/// Writes the fields of a value at the end of the URL's query.
///
/// ```swift
/// try QueryContentEncoder().encode(["q": "swift http", "page": 2]).query    // q=swift%20http&page=2
/// ```
public struct QueryContentEncoder: ContentEncoder {
    /// How the value becomes fields.
    public var options: FieldOptions
    /// Escapes keys and values: ``DefaultURLEncoder`` (the default) writes a space as `%20`, ``FormURLEncoder`` as `+`.
    public var escaping: any URLEncoder

    /// Makes the encoder.
    public init(options: FieldOptions = FieldOptions(), escaping: any URLEncoder = DefaultURLEncoder()) {
        self.options = options
        self.escaping = escaping
    }

    /// Writes `value`, data as Base64 text; throws ``HTTPContentError`` for what is no field.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        EncodedContent(query: try HTTPContent(value, keys: options.keys).urlEncoded(options, by: escaping))
    }
}

extension ContentEncoder where Self == QueryContentEncoder {
    /// At the end of the URL's query.
    public static var query: Self { Self() }
    /// At the end of the URL's query, with options.
    public static func query(_ options: FieldOptions) -> Self { Self(options: options) }
}
