import Foundation

/// Writes the fields of a value as an `application/x-www-form-urlencoded` body.
///
/// ```swift
/// try FormContentEncoder().encode(["name": "Ada L."])    // body: name=Ada+L.
/// ```
public struct FormContentEncoder: ContentEncoder {
    /// How the value becomes fields.
    public var options: FieldOptions
    /// Escapes keys and values: ``FormURLEncoder`` (the default) writes a space as `+`, ``DefaultURLEncoder`` as `%20`.
    public var escaping: any URLEncoder

    /// Creates an encoder.
    public init(options: FieldOptions = FieldOptions(), escaping: any URLEncoder = FormURLEncoder()) {
        self.options = options
        self.escaping = escaping
    }

    /// Writes `value`. Data becomes Base64 text. Throws ``HTTPContentError`` for values that cannot be fields.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let text = try HTTPContent(value, keys: options.keys).urlEncoded(options, by: escaping)
        return EncodedContent(mediaType: .form, body: .data(Data(text.utf8)))
    }
}

extension ContentEncoder where Self == FormContentEncoder {
    /// A form encoder with the default options.
    public static var form: Self { Self() }
    /// A form encoder with options.
    public static func form(_ options: FieldOptions) -> Self { Self(options: options) }
}
