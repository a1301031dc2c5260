import Foundation

/// Describes the response of one endpoint and the model that the connection creates from it.
///
/// Most specs only name their model:
///
/// ```swift
/// struct UserResponse: ResponseSpec {
///     typealias ResponseModel = User    // Decodable
/// }
/// ```
///
/// ### Models that need no code
///
/// ``parseResponse(response:)`` has a default for `String`, `Data`, `Void`, ``Response``, any `Decodable`, and
/// optionals of these. `Documentation/Specs.md` lists what an empty response becomes. A spec whose model is a
/// ``StreamedModel``, such as ``ResponseStream``, receives the body while it arrives.
///
/// ### From a response to a model
///
/// The connection calls `validate(response:)`, which calls ``isValidResponse(response:)``, and then
/// ``parseResponse(response:)``. If an attempt fails with ``ConnectionErrorType/invalidResponse``, or at an element of
/// a stream that cannot be decoded, it calls ``parseFailure(response:)``. Each method is called at most once per
/// attempt, one at a time, on no particular thread.
public protocol ResponseSpec<ResponseModel>: SendableMetatype {
    /// The model of a valid response.
    associatedtype ResponseModel: Sendable
    /// The model of a response that is not valid. Default: `Never` (such a response has no model).
    associatedtype FailureModel: Sendable = Never
    /// Returns whether the response is a success. Default: what the Boolean `validate(response:)` returns.
    ///
    /// The response of a stream has no body yet.
    func isValidResponse(response: Response) -> Bool
    /// Returns whether the response is a success. Default: whether the status is in 200...299.
    @_disfavoredOverload
    func validate(response: Response) -> Bool
    /// Throws if the response is not a success. Default: throws if ``isValidResponse(response:)`` returns false.
    ///
    /// Implement it to give a reason. The error that it throws is the underlying error of
    /// ``ConnectionErrorType/invalidResponse``.
    func validate(response: Response) throws
    /// Returns the model of a valid response. An error ends the attempt with ``ConnectionErrorType/parse``. The errors
    /// ``ConnectionErrorType/invalidResponse`` and ``ConnectionErrorType/validation`` keep their own type.
    func parseResponse(response: Response) throws -> ResponseModel
    /// Returns the model of a response that is not valid. It becomes the ``ConnectionError/failureModel``.
    ///
    /// If this method throws, the ``ConnectionError`` still has the status and the bytes. The thrown error becomes the
    /// underlying error, if there is no other.
    func parseFailure(response: Response) throws -> FailureModel?
    /// The decoder of `Decodable` models, also in ``Response/decoded(as:by:)``. Default: nil (the config decides).
    ///
    /// The connection reads this property once for each request that it sends.
    var contentDecoder: (any ContentDecoder)? { get }
}

extension ResponseSpec {
    /// Returns whether the status is in 200...299.
    public func isValidResponse(response: Response) -> Bool { validate(response: response) }
    /// Returns whether the status is in 200...299.
    @_disfavoredOverload
    public func validate(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws if the response is not valid.
    public func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// Nil. The config decides.
    public var contentDecoder: (any ContentDecoder)? { nil }
}
