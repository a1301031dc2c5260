import AbstractHTTP

/// Deletes a resource (RFC 9110, section 9.3.5). The input goes into the query.
///
/// ```swift
/// let delete = DELETE<Int, None>("v1/users/{id}")
/// try await delete(7)
/// ```
public struct DELETE<Input: Encodable & Sendable, Output: Sendable>: Endpoint {
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint at `path`, which is an absolute URL or a path after the base URL. See
    /// ``EndpointDefinition``.
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
