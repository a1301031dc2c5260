import AbstractHTTP

/// An endpoint whose type names its method, such as ``GET``. To add a method, define a type like it:
///
/// ```swift
/// struct PROPFIND<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
///     static var method: HTTPMethod { "PROPFIND" }
///     var definition: EndpointDefinition<Input, Output>
/// }
///
/// let folder = PROPFIND<None, Folder>("files/{name}")
/// ```
public protocol MethodEndpoint: Endpoint {
    /// The request method.
    static var method: HTTPMethod { get }

    /// Creates an endpoint with the definition of an endpoint of this type.
    init(definition: EndpointDefinition<Input, Output>)
}

extension MethodEndpoint {
    /// Creates an endpoint at `path`, which is an absolute URL or a path after the base URL. See
    /// ``EndpointDefinition``.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: Decodable {
        self.init(definition: EndpointDefinition(method: Self.method, path, base: base))
    }

    /// Creates an endpoint whose output reads the body while it arrives, such as a `ResponseStream` or an
    /// `EventStream`.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: StreamedModel {
        self.init(definition: EndpointDefinition(method: Self.method, path, base: base))
    }

    /// Explains why an output is not supported.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the output is neither Decodable nor a stream such as EventStream"
    )
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil) {
        self.init(definition: EndpointDefinition(Self.method, path, base) { _, _ in throw ConnectionErrorType.parse })
    }
}
