import Foundation

/// The base class of an endpoint whose model is `Decodable`.
///
/// It declares every member of a spec. So a subclass that overrides a member says `override`, and the compiler finds
/// what overrides nothing: a wrong type, a missing `override`, a name such as `method`. Override
/// ``RequestEndpoint/url`` at least:
///
/// ```swift
/// final class GetUser: EndpointSpec<User> {
///     let id: Int
///     init(id: Int) { self.id = id }
///     override var url: String { "https://api.example.com/users/\(id)" }
/// }
/// ```
///
/// Put what your endpoints have in common into a class between this one and them. For a model that is not `Decodable`,
/// such as `Void` and ``Response``, subclass ``ParsedEndpointSpec``.
nonisolated open class EndpointSpec<Model: Decodable & Sendable>: ParsedEndpointSpec<Model> {
    /// Makes the spec.
    public override init() {}

    /// Decodes the body, by ``ParsedEndpointSpec/contentDecoder`` or as the config says. `String` and `Data` are taken
    /// as they are.
    open override func parseResponse(response: Response) throws -> Model {
        try ModelParser.decode(Model.self, from: response, contentDecoder)
    }
}

/// The base class of an endpoint that makes its model itself, or whose model is `Void` or ``Response``.
///
/// Override ``RequestEndpoint/url``, and ``parseResponse(response:)`` for a model of your own. See ``EndpointSpec``.
///
/// ```swift
/// final class DeleteUser: ParsedEndpointSpec<Void> {
///     override var url: String { "https://api.example.com/users/7" }
///     override var httpMethod: HTTPMethod { .delete }
/// }
/// ```
nonisolated open class ParsedEndpointSpec<Model: Sendable>: RequestEndpoint, ConnectionSpec {
    /// The model of a valid response.
    public typealias ResponseModel = Model
    /// The model of a response that is not valid.
    public typealias FailureModel = any Sendable

    /// Makes the spec.
    public override init() {}

    /// Whether the response is a success. Default: whether the status is in 200...299.
    open func isValidResponse(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws if the response is not a success. Default: asks ``isValidResponse(response:)``.
    open func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// The model of a valid response. Default: nothing for `Void`, and the response for ``Response``. For any other
    /// model, the default throws ``MissingOverride``.
    open func parseResponse(response: Response) throws -> Model {
        if let model = () as? Model { return model }
        guard let model = response as? Model else {
            throw MissingOverride(member: "parseResponse(response:)", type: "\(type(of: self))")
        }
        return model
    }
    /// The model of a response that is not valid. Default: nil.
    open func parseFailure(response: Response) throws -> (any Sendable)? { nil }
    /// Decodes models. Default: nil, the config decides.
    open var contentDecoder: (any ContentDecoder)? { nil }
    /// Makes the model of a response whose body still arrives. Default: nil, the connection collects the body.
    open var streamParser: ((ResponseStream) throws -> Model)? { nil }
    /// Reads the body while it arrives. Default: nil, the connection collects the body.
    open var bodyReader: (@Sendable (ResponseStream) async throws -> Model)? { nil }

    /// Not the check of a response, which is ``isValidResponse(response:)``.
    public final var isValidResponse: Never? { nil }
    /// Not the check of a response, which is ``isValidResponse(response:)``.
    public final func isValidResponse(_ response: Response) -> Never? { nil }
    /// Not the parser of a response, which is ``parseResponse(response:)``.
    public final func parseResponse(_ response: Response) -> Never? { nil }
}

/// The request of an ``EndpointSpec``. Subclass it for a request spec without a response spec.
nonisolated open class RequestEndpoint: RequestSpec {
    /// Makes the spec.
    public init() {}

    /// The URL, absolute or a path on the base URL of the config. Override it: the default ends the attempt with
    /// ``InvalidRequest/missingURL(_:)``.
    open var url: String { "" }
    /// The method. Default: `.get`.
    open var httpMethod: HTTPMethod { .get }
    /// The header fields. Default: none.
    open var headers: [String: String] { [:] }
    /// The pairs of the query. Default: none.
    open var urlQuery: URLQuery? { nil }
    /// The value to encode. Default: none.
    open var content: (any Encodable)? { nil }
    /// Writes ``content``. Default: nil, the config decides.
    open var contentEncoder: (any ContentEncoder)? { nil }
    /// The body as bytes in memory. Default: none.
    open func makePostData() throws -> Data? { nil }
    /// The body. Default: the bytes of ``makePostData()``.
    open func makeBody() throws -> RequestBody? { try makePostData().map(RequestBody.data) }
    /// The redirects to follow. Default: nil, the config decides.
    open var redirects: RedirectPolicy? { nil }
    /// How long a connection may take. Default: nil, the config decides.
    open var deadlines: Deadlines? { nil }
    /// Whether the request has an `Idempotency-Key`. Default: false.
    open var carriesIdempotencyKey: Bool { false }
    /// The spec of one attempt's request. Default: nil, this one.
    open func resolved() throws -> (any RequestSpec)? { nil }

    /// Not the method of the request, which is ``httpMethod``.
    public final var method: Never? { nil }
}

/// A subclass of ``ParsedEndpointSpec`` does not override a member that it must override.
public struct MissingOverride: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member.
    public let member: String
    /// The class.
    public let type: String

    /// What is missing, and where.
    public var description: String { "\(type) does not override \(member)" }
}
