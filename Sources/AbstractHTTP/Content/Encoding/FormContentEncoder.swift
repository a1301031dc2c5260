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

    /// Makes the encoder.
    public init(options: FieldOptions = FieldOptions(), escaping: any URLEncoder = FormURLEncoder()) {
        self.options = options
        self.escaping = escaping
    }

    /// Writes `value`, data as Base64 text; throws ``HTTPContentError`` for what is no field.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        let text = try HTTPContent(value, keys: options.keys).urlEncoded(options, by: escaping)
        return EncodedContent(mediaType: .form, body: .data(Data(text.utf8)))
    }
}

extension ContentEncoder where Self == FormContentEncoder {
    /// As a form.
    public static var form: Self { Self() }
    /// As a form, with options.
    public static func form(_ options: FieldOptions) -> Self { Self(options: options) }
}
