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

    /// Creates an encoder.
    public init(options: FieldOptions = FieldOptions(), escaping: any URLEncoder = DefaultURLEncoder()) {
        self.options = options
        self.escaping = escaping
    }

    /// Writes `value`. Data becomes Base64 text. Throws ``HTTPContentError`` for values that cannot be fields.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        EncodedContent(query: try HTTPContent(value, keys: options.keys).urlEncoded(options, by: escaping))
    }
}

extension ContentEncoder where Self == QueryContentEncoder {
    /// A query encoder with the default options.
    public static var query: Self { Self() }
    /// A query encoder with options.
    public static func query(_ options: FieldOptions) -> Self { Self(options: options) }
}
