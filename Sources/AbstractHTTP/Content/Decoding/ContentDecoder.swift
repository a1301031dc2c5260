/// Makes a model of the body of a response.
///
/// Built in are ``JSONContentDecoder``, ``PropertyListContentDecoder``, ``FormContentDecoder`` and
/// ``TextContentDecoder``; ``MediaTypeDecoder`` chooses among them by media type. One of your own:
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
    /// Decodes the body of `response`, which has one. What it throws ends the attempt with
    /// ``ConnectionErrorType/parse``.
    func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model
}
