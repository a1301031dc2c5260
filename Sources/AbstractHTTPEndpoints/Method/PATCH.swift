import AbstractHTTP

/// Changes a part of a resource (RFC 5789). The input is the body.
///
/// ```swift
/// let rename = PATCH<JSON, User>("v1/users/7")
/// let user = try await rename(["name": "Grace", "nickname": nil])
/// ```
public struct PATCH<Input: Encodable & Sendable, Output: Sendable>: Endpoint {
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint at `path`, which is an absolute URL or a path after the base URL. See
    /// ``EndpointDefinition``.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: Decodable {
        definition = EndpointDefinition(method: .patch, path, base: base)
    }
    /// Creates an endpoint whose output reads the body while it arrives, such as a `ResponseStream` or an
    /// `EventStream`.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: StreamedModel {
        definition = EndpointDefinition(method: .patch, path, base: base)
    }
    /// Explains why an output is not supported.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the output is neither Decodable nor a stream such as EventStream"
    )
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil) {
        definition = EndpointDefinition(.patch, path, base) { _, _ in throw ConnectionErrorType.parse }
    }
}
