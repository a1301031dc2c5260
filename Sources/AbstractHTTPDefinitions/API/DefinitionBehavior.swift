import AbstractHTTP

/// What all requests of an API have in common, decided in one place. All functions have defaults.
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
    /// Whether a response with a status of 200 to 299 is a success, and what of it is read. What it throws is the
    /// underlying error of a failure of type `.invalidResponse`. Called once for each such response, on no particular
    /// thread. Default: it is.
    func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool
    /// Handles every failure, before that of the request is called; not a cancel. False ends it there: the request's
    /// own is not called. Default: true.
    @MainActor func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool
}

extension DefinitionBehavior {
    /// True.
    public func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool { true }
    /// True.
    @MainActor public func generalHandler(for error: ConnectionError, task: DefinitionTask) -> Bool { true }
}
