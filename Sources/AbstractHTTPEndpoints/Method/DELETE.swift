import AbstractHTTP

/// Deletes something. The input goes into the query. (RFC 9110, section 9.3.5)
///
/// ```swift
/// let delete = DELETE<Int, None>("v1/users/{id}")
/// try await delete(7)
/// ```
public struct DELETE<Input: Encodable & Sendable, Output: Sendable>: Endpoint {
    /// What the endpoint is.
    public var definition: EndpointDefinition<Input, Output>

    /// Makes an endpoint at `path`, an absolute URL or a path on the base; see
    /// ``EndpointDefinition/init(method:_:base:)``.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: Decodable {
        definition = EndpointDefinition(method: .delete, path, base: base)
    }
    /// Creates an endpoint whose output reads the body while it arrives, such as a `ResponseStream` or an
    /// `EventStream`.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil)
    where Output: StreamedModel {
        definition = EndpointDefinition(method: .delete, path, base: base)
    }
    /// Explains why an output is not supported.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "the output is neither Decodable nor a stream such as EventStream"
    )
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil) {
        definition = EndpointDefinition(.delete, path, base) { _, _ in throw ConnectionErrorType.parse }
    }
}
