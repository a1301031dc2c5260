/// Whether an error is a ``ConnectionError`` of this type, as in `catch .timeout`.
///
/// ```swift
/// do {
///     user = try await client.send(GetUser())
/// } catch .timeout {
///     show("The server is slow.")
/// } catch {
///     show("\(error)")
/// }
/// ```
@_disfavoredOverload
public func ~= (type: ConnectionErrorType, error: any Error) -> Bool { (error as? ConnectionError)?.type == type }

/// The types, so that a `catch` can name one: `catch .timeout`, or `catch ConnectionError.timeout` in a block that also
/// throws other errors.
extension ConnectionError {
    /// The type ``ConnectionErrorType/invalidURL``, as a pattern.
    public static var invalidURL: ConnectionErrorType { .invalidURL }
    /// The type ``ConnectionErrorType/invalidRequest``, as a pattern.
    public static var invalidRequest: ConnectionErrorType { .invalidRequest }
    /// The type ``ConnectionErrorType/network``, as a pattern.
    public static var network: ConnectionErrorType { .network }
    /// The type ``ConnectionErrorType/timeout``, as a pattern.
    public static var timeout: ConnectionErrorType { .timeout }
    /// The type ``ConnectionErrorType/authorization``, as a pattern.
    public static var authorization: ConnectionErrorType { .authorization }
    /// The type ``ConnectionErrorType/bodyTooLarge``, as a pattern.
    public static var bodyTooLarge: ConnectionErrorType { .bodyTooLarge }
    /// The type ``ConnectionErrorType/fileSystem``, as a pattern.
    public static var fileSystem: ConnectionErrorType { .fileSystem }
    /// The type ``ConnectionErrorType/redirect``, as a pattern.
    public static var redirect: ConnectionErrorType { .redirect }
    /// The type ``ConnectionErrorType/invalidResponse``, as a pattern.
    public static var invalidResponse: ConnectionErrorType { .invalidResponse }
    /// The type ``ConnectionErrorType/parse``, as a pattern.
    public static var parse: ConnectionErrorType { .parse }
    /// The type ``ConnectionErrorType/validation``, as a pattern.
    public static var validation: ConnectionErrorType { .validation }
    /// The type ``ConnectionErrorType/canceled``, as a pattern.
    public static var canceled: ConnectionErrorType { .canceled }
}
