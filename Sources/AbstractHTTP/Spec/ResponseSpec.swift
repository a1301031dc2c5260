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
/// The connection calls ``validate(response:)``, which calls ``isValidResponse(response:)``, and then
/// ``parseResponse(response:)``. If an attempt fails with ``ConnectionErrorType/invalidResponse``, it calls
/// ``parseFailure(response:)``. Each method is called at most once per attempt, one at a time, on no particular thread.
public protocol ResponseSpec<ResponseModel>: SendableMetatype {
    /// The model of a valid response.
    associatedtype ResponseModel: Sendable
    /// The type of ``contentDecoder``: a ``ContentDecoder``, or an optional of one, which is the default.
    associatedtype DecoderValue = (any ContentDecoder)?
    /// The model of a response that is not valid. Default: `Never` (such a response has no model).
    associatedtype FailureModel: Sendable = Never
    /// Returns whether the response is a success. Default: whether the status is in 200...299.
    ///
    /// The response of a stream has no body yet.
    func isValidResponse(response: Response) -> Bool
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
    var contentDecoder: DecoderValue { get }
    /// Creates the model from a response whose body is still arriving. Default: nil (the connection collects the body
    /// first).
    ///
    /// For a ``StreamedModel``, the default creates that model. If the response is rejected, the connection collects
    /// the start of its body, so that the error has these bytes.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { get }
    /// Reads the body while it arrives, and returns the model at its end. Default: nil (the connection collects the
    /// body first).
    ///
    /// Unlike the stream of a ``streamParser``, the body belongs to the attempt. If it breaks off, the attempt fails
    /// with ``ConnectionErrorType/network``, and recovery policies can retry it. The reader runs in a task that is
    /// canceled with the attempt. The connection does not wait for a reader that ignores the cancel. Other errors have
    /// the same effect as those of ``parseResponse(response:)``.
    var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { get }

    /// The type of the property ``isValidResponse-property``.
    associatedtype ValidityNearMiss = Never?
    /// What ``isValidResponse(_:)`` returns.
    associatedtype UnlabeledValidityNearMiss = Never?
    /// What ``parseResponse(_:)`` returns.
    associatedtype UnlabeledModelNearMiss = Never?
    /// Not the check of a response, which is ``isValidResponse(response:)``. Do not implement this. If a spec has a
    /// Boolean here, its requests fail with ``InvalidRequest/nearMiss(_:use:)``, because the connection would ignore
    /// it.
    var isValidResponse: ValidityNearMiss { get }
    /// Not the check of a response, which is ``isValidResponse(response:)``. Do not implement this.
    func isValidResponse(_ response: Response) throws -> UnlabeledValidityNearMiss
    /// Not the parser of a response, which is ``parseResponse(response:)``. Do not implement this.
    func parseResponse(_ response: Response) throws -> UnlabeledModelNearMiss
}

extension ResponseSpec {
    /// Returns whether the status is in 200...299.
    public func isValidResponse(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws if the response is not valid.
    public func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// Nil. The connection collects the body.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { nil }
    /// Nil. The connection collects the body.
    public var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { nil }
}

extension ResponseSpec where DecoderValue == (any ContentDecoder)? {
    /// Nil. The config decides.
    public var contentDecoder: (any ContentDecoder)? { nil }
}

extension ResponseSpec {
    /// ``contentDecoder`` as a decoder, or nil if the config decides.
    package var decoderValue: (any ContentDecoder)? {
        let value = contentDecoder
        if let decoder = exactly(value, (any ContentDecoder)?.self) { return decoder }
        return value as? any ContentDecoder
    }
}
