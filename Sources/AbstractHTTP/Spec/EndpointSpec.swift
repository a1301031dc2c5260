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

    /// Returns whether the response is a success. Default: what the Boolean `validate(response:)` returns.
    open func isValidResponse(response: Response) -> Bool { validate(response: response) }
    /// Returns whether the response is a success. Default: whether the status is in 200...299.
    @_disfavoredOverload
    open func validate(response: Response) -> Bool { (200..<300).contains(response.statusCode) }
    /// Throws if the response is not a success. Default: throws if ``isValidResponse(response:)`` returns false.
    open func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
    }
    /// Returns the model of a valid response. The default handles `Void` and ``Response``, and throws
    /// an error that names the class for any other model.
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

    /// Not a requirement. It keeps subclasses from writing it in place of ``RequestEndpoint/body()``.
    public final var body: OverrideFuncNamedBodyInstead? { nil }
    /// Not a requirement. It keeps subclasses from writing it in place of ``isValidResponse(response:)``.
    public final var isValidResponse: OverrideFuncNamedIsValidResponseInstead? { nil }
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

    /// The request of the next attempt. Default: the request that the other members describe.
    ///
    /// Override it to set more than these members can, such as content or deadlines:
    ///
    /// ```swift
    /// override var request: HTTP { get throws { try super.request.method(.post).content(user) } }
    /// ```
    open var request: HTTP { get throws { try requestOfMembers() } }
    /// The absolute URL, or a path after the base URL of the config. Default: empty, which is the base URL itself.
    open var url: String { "" }
    /// The method. Default: `.get`.
    open var httpMethod: HTTPMethod { .get }
    /// The header fields. Default: none.
    open var headers: [String: String] { [:] }
    /// The pairs of the query. Default: none.
    open var urlQuery: URLQuery? { nil }
    /// Returns the body as bytes in memory. Default: what ``body()`` returns.
    open func makePostData() throws -> Data? { body() }
    /// Returns the body as bytes in memory. Default: nil.
    open func body() -> Data? { nil }

    /// Not a requirement. It keeps subclasses from writing it in place of ``httpMethod``.
    public final var method: OverrideHTTPMethodInstead? { nil }
}

/// The compiler names this type if a subclass declares `method`.
public typealias OverrideHTTPMethodInstead = Never
/// The compiler names this type if a subclass declares a property `body`.
public typealias OverrideFuncNamedBodyInstead = Never
/// The compiler names this type if a subclass declares a property `isValidResponse`.
public typealias OverrideFuncNamedIsValidResponseInstead = Never

/// A subclass of ``ParsedEndpointSpec`` does not override a member that it must override.
struct MissingOverride: Error, Hashable, CustomStringConvertible {
    let member: String
    let type: String

    /// Which member is missing in which class.
    var description: String { "\(type) does not override \(member)" }
}
