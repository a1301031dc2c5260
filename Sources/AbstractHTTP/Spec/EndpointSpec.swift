import Foundation

/// The base class of an endpoint whose model is `Decodable`.
///
/// The class declares every member of a spec. A subclass therefore writes `override`, and the compiler reports members
/// that override nothing because of a wrong type or a wrong name. Override at least ``RequestEndpoint/url``:
///
/// ```swift
/// final class GetUser: EndpointSpec<User> {
///     let id: Int
///     init(id: Int) { self.id = id }
///     override var url: String { "https://api.example.com/users/\(id)" }
/// }
/// ```
///
/// Put code that your endpoints share into a class between this one and theirs. For a model that is not `Decodable`,
/// such as `Void` or ``Response``, subclass ``ParsedEndpointSpec``.
nonisolated open class EndpointSpec<Model: Decodable & Sendable>: ParsedEndpointSpec<Model> {
    /// Creates a spec.
    public override init() {}

    /// Decodes the body with ``ParsedEndpointSpec/contentDecoder`` or the decoder of the config. `String` and `Data`
    /// are returned without decoding.
    open override func parseResponse(response: Response) throws -> Model {
        try ModelParser.decode(Model.self, from: response, contentDecoder)
    }
}

/// The base class of an endpoint that parses its response itself, or whose model is `Void` or ``Response``.
///
/// Override ``RequestEndpoint/url`` and, for your own model, ``parseResponse(response:)``. See ``EndpointSpec``.
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

    /// Creates a spec.
    public override init() {}

    /// Returns whether the response is a success. Default: whether the status is in 200...299.
    open func isValidResponse(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws if the response is not a success. Default: throws if ``isValidResponse(response:)`` returns false.
    open func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// Returns the model of a valid response. The default handles `Void` and ``Response``, and throws
    /// ``MissingOverride`` for any other model.
    open func parseResponse(response: Response) throws -> Model {
        if let model = () as? Model { return model }
        guard let model = response as? Model else {
            throw MissingOverride(member: "parseResponse(response:)", type: "\(type(of: self))")
        }
        return model
    }
    /// Returns the model of a response that is not valid. Default: nil.
    open func parseFailure(response: Response) throws -> (any Sendable)? { nil }
    /// The decoder of the model. Default: nil (the config decides).
    open var contentDecoder: (any ContentDecoder)? { nil }
    /// Creates the model from a response whose body is still arriving. Default: nil (the connection collects the body).
    open var streamParser: ((ResponseStream) throws -> Model)? { nil }
    /// Reads the body while it arrives, and returns the model. Default: nil (the connection collects the body).
    open var bodyReader: (@Sendable (ResponseStream) async throws -> Model)? { nil }

    /// Not a requirement. It keeps subclasses from writing it in place of ``isValidResponse(response:)``.
    public final var isValidResponse: Never? { nil }
    /// Not a requirement. It keeps subclasses from writing it in place of ``isValidResponse(response:)``.
    public final func isValidResponse(_ response: Response) -> Never? { nil }
    /// Not a requirement. It keeps subclasses from writing it in place of ``parseResponse(response:)``.
    public final func parseResponse(_ response: Response) -> Never? { nil }
}

/// The request of an ``EndpointSpec``. Subclass it for a request spec without a response spec.
///
/// ```swift
/// final class Ping: RequestEndpoint {
///     override var url: String { "https://api.example.com/ping" }
///     override var httpMethod: HTTPMethod { .head }
/// }
/// ```
nonisolated open class RequestEndpoint: RequestSpec {
    /// Creates a spec.
    public init() {}

    /// The absolute URL, or a path after the base URL of the config. Override it. The default fails with
    /// ``InvalidRequest/missingURL(_:)``.
    open var url: String { "" }
    /// The method. Default: `.get`.
    open var httpMethod: HTTPMethod { .get }
    /// The header fields. Default: none.
    open var headers: [String: String] { [:] }
    /// The pairs of the query. Default: none.
    open var urlQuery: URLQuery? { nil }
    /// The content to encode. Default: nil.
    open var content: (any Encodable)? { nil }
    /// The encoder of ``content``. Default: nil (the config decides).
    open var contentEncoder: (any ContentEncoder)? { nil }
    /// Returns the body as bytes in memory. Default: nil.
    open func makePostData() throws -> Data? { nil }
    /// Returns the body. Default: the bytes of ``makePostData()``.
    open func makeBody() throws -> RequestBody? { try makePostData().map(RequestBody.data) }
    /// Which redirects are followed. Default: nil (the config decides).
    open var redirects: RedirectPolicy? { nil }
    /// How long a connection can take. Default: nil (the config decides).
    open var deadlines: Deadlines? { nil }
    /// Whether the request has an `Idempotency-Key`. Default: false.
    open var carriesIdempotencyKey: Bool { false }
    /// Returns the spec of the next attempt's request. Default: nil (this spec).
    open func resolved() throws -> (any RequestSpec)? { nil }

    /// Not a requirement. It keeps subclasses from writing it in place of ``httpMethod``.
    public final var method: Never? { nil }
}

/// A subclass of ``ParsedEndpointSpec`` does not override a member that it must override.
public struct MissingOverride: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member.
    public let member: String
    /// The class.
    public let type: String

    /// Which member is missing in which class.
    public var description: String { "\(type) does not override \(member)" }
}
