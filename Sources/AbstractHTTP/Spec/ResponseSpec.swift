import Foundation

/// What one endpoint's response looks like, and the model that it becomes.
///
/// `parseResponse` has a default for models that are `Decodable` (by ``contentDecoder``), `String`, `Data`, `Void`,
/// `Response`, and for optionals of these; what an empty response becomes is listed in `Documentation/Specs.md`. A spec
/// whose model is a ``StreamedModel``, such as ``ResponseStream``, gets the body while it arrives.
///
/// ```swift
/// struct UserResponse: ResponseSpec {
///     typealias ResponseModel = User    // Decodable
/// }
/// ```
public protocol ResponseSpec<ResponseModel>: SendableMetatype {
    /// What a valid response is parsed into.
    associatedtype ResponseModel: Sendable
    /// What the server says about a failure. Default: `Never`, nothing is parsed.
    associatedtype FailureModel: Sendable = Never
    /// Whether the response is a success; of a stream only the head is there. Default: status 200 to 299.
    func isValidResponse(response: Response) -> Bool
    /// Throws when the response is no success, where there is more to say than that: what it throws is the underlying
    /// error of ``ConnectionErrorType/invalidResponse``. Default: what ``isValidResponse(response:)`` says, without a
    /// reason.
    func validate(response: Response) throws
    /// Makes the model of a valid response. What it throws ends the attempt with ``ConnectionErrorType/parse``.
    func parseResponse(response: Response) throws -> ResponseModel
    /// Makes the model of a response that is not valid; it is the ``ConnectionError/failureModel``. What it throws
    /// hides nothing: the error has the status and the bytes in any case, and this as its underlying error.
    func parseFailure(response: Response) throws -> FailureModel?
    /// Decodes models that are `Decodable`, and whatever is made with ``Response/decoded(as:by:)``; asked once for each
    /// request that is sent. Default: nil, the config says.
    var contentDecoder: (any ContentDecoder)? { get }
    /// Makes the model of a response whose body is still arriving; nil (the default) has the body collected first.
    ///
    /// The default for a ``StreamedModel`` creates that model. The response of an invalid status is always
    /// collected, so that the error has its bytes.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { get }
    /// Reads the body while it arrives, and makes the model when it has come; nil (the default) has it collected first.
    ///
    /// Unlike the stream of a ``streamParser``, all of that is a part of the attempt: a body that breaks off is a
    /// failure of type ``ConnectionErrorType/network``, from which recovery policies may recover. It runs in a task
    /// that is canceled with the attempt, and is left when it does not listen. What else it throws counts as in
    /// ``parseResponse(response:)``.
    var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { get }
}

extension ResponseSpec {
    /// Whether the status is in 200...299.
    public func isValidResponse(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws when the response is not valid.
    public func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// What the config says.
    public var contentDecoder: (any ContentDecoder)? { nil }
    /// None: the body is collected.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { nil }
    /// None: the body is collected.
    public var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { nil }
}
