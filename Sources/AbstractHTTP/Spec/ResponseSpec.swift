import Foundation

/// Describes the response of one endpoint, and the model that it becomes.
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
/// The connection calls ``validate(response:)``, which asks ``isValidResponse(response:)``, and then
/// ``parseResponse(response:)``. When an attempt fails as ``ConnectionErrorType/invalidResponse``, it calls
/// ``parseFailure(response:)``. Each is called at most once for an attempt, on no particular thread, one at a time.
public protocol ResponseSpec<ResponseModel>: SendableMetatype {
    /// The model of a valid response.
    associatedtype ResponseModel: Sendable
    /// The type of ``contentDecoder``: a ``ContentDecoder``, or an optional of one, which is the default.
    associatedtype DecoderValue = (any ContentDecoder)?
    /// The model of a response that is not valid. Default: `Never`, such a response has no model.
    associatedtype FailureModel: Sendable = Never
    /// Returns whether the response is a success. Default: whether the status is in 200...299.
    ///
    /// The response of a stream has no body yet.
    func isValidResponse(response: Response) -> Bool
    /// Throws if the response is not a success. Default: asks ``isValidResponse(response:)``.
    ///
    /// Implement it to give a reason. The error that it throws is the underlying error of
    /// ``ConnectionErrorType/invalidResponse``.
    func validate(response: Response) throws
    /// Returns the model of a valid response. An error ends the attempt with ``ConnectionErrorType/parse``, unless it
    /// is ``ConnectionErrorType/invalidResponse`` or ``ConnectionErrorType/validation``, which are types of their own.
    func parseResponse(response: Response) throws -> ResponseModel
    /// Returns the model of a response that is not valid. It becomes the ``ConnectionError/failureModel``.
    ///
    /// An error hides nothing: the ``ConnectionError`` still has the status and the bytes, and has the error as its
    /// underlying one if there is no other.
    func parseFailure(response: Response) throws -> FailureModel?
    /// Decodes models that are `Decodable`, and the models of ``Response/decoded(as:by:)``. Default: nil, the config
    /// decides.
    ///
    /// The connection asks for it once for each request that it sends.
    var contentDecoder: DecoderValue { get }
    /// Makes the model of a response whose body still arrives. Default: nil, the connection collects the body first.
    ///
    /// For a ``StreamedModel``, the default makes that model. The connection collects the beginning of the body
    /// of a response that it refuses, so that the error has its bytes.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { get }
    /// Reads the body while it arrives, and returns the model at its end. Default: nil, the connection collects the
    /// body first.
    ///
    /// Unlike the stream of a ``streamParser``, the body is a part of the attempt. If it breaks off, the attempt fails
    /// with ``ConnectionErrorType/network``, and recovery policies may recover. The reader runs in a task that is
    /// canceled with the attempt; the connection does not wait for a reader that ignores this. Other errors count as
    /// those of ``parseResponse(response:)``.
    var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { get }

    /// The type of the property ``isValidResponse-property``.
    associatedtype ValidityNearMiss = Never?
    /// What ``isValidResponse(_:)`` returns.
    associatedtype UnlabeledValidityNearMiss = Never?
    /// What ``parseResponse(_:)`` returns.
    associatedtype UnlabeledModelNearMiss = Never?
    /// Not the check of a response, which is ``isValidResponse(response:)``. The connection refuses a spec that has a
    /// Boolean here, with ``InvalidRequest/nearMiss(_:use:)``, because it would ignore it. Do not implement this.
    var isValidResponse: ValidityNearMiss { get }
    /// Not the check of a response, either. Do not implement this.
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
    /// Nil: the connection collects the body.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { nil }
    /// Nil: the connection collects the body.
    public var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { nil }
}

extension ResponseSpec where DecoderValue == (any ContentDecoder)? {
    /// Nil: the config decides.
    public var contentDecoder: (any ContentDecoder)? { nil }
}

extension ResponseSpec {
    /// ``contentDecoder`` as a decoder; nil if the config decides.
    package var decoderValue: (any ContentDecoder)? {
        let value = contentDecoder
        if let decoder = exactly(value, (any ContentDecoder)?.self) { return decoder }
        return value as? any ContentDecoder
    }
}
