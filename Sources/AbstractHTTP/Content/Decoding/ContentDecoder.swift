/// Decodes a model from the body of a response.
///
/// The core has ``JSONContentDecoder``, ``PropertyListContentDecoder``, ``FormContentDecoder``, and
/// ``TextContentDecoder``. ``MediaTypeDecoder`` chooses one of them by media type. A decoder of your own looks like
/// this:
///
/// ```swift
/// struct LegacyDecoder: ContentDecoder {
///     func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
///         let decoder = JSONDecoder()
///         decoder.allowsJSON5 = true
///         return try decoder.decode(type, from: response.data)
///     }
/// }
/// ```
public protocol ContentDecoder: Sendable {
    /// Decodes the body of `response`, which is not empty. An error that it throws ends the attempt with
    /// ``ConnectionErrorType/parse``.
    func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model
}

/// A decoder that is copied as one reference, because each response has one.
typealias SharedDecoder = CopyOnWrite<any ContentDecoder>
