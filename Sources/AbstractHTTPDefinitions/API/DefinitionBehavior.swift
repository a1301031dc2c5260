import AbstractHTTP

/// The shared behavior of all requests of an API. All methods have defaults.
///
/// ```swift
/// struct Envelope: DefinitionBehavior {
///     func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
///         let content = try response.content()
///         guard content["code"]?.intValue == 0 else { throw ServiceFailure(content["message"]?.stringValue) }
///         try response.replace(with: content["data"] ?? .null)
///         return true
///     }
/// }
/// api.behavior = Envelope()
/// ```
public protocol DefinitionBehavior: Sendable {
    /// Returns whether a response with a status from 200 to 299 is a success. It can replace the content that is read.
    /// An error becomes the underlying error of a failure of type `.invalidResponse`. The method is called once for
    /// each such response, on no particular thread. Default: true.
    func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool
    /// Handles every failure before the request's own callback. It is not called for a cancel. If it returns false, the
    /// request's own callback is not called. Default: true.
    @MainActor func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool
}

extension DefinitionBehavior {
    /// Returns true.
    public func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool { true }
    /// Returns true.
    @MainActor public func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool { true }
}
