import AbstractHTTP

/// Gets the header fields that a GET would return, without the body (RFC 9110, section 9.3.2). The input goes into the
/// query.
///
/// ```swift
/// let avatar = HEAD<Int, HTTPHeaders>("v1/users/{id}/avatar")
/// let size = try await avatar(7)[.contentLength]
/// ```
public struct HEAD<Input: Encodable & Sendable, Output: HeadOutput>: Endpoint {
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint at `path`, which is an absolute URL or a path after the base URL. See
    /// ``EndpointDefinition``.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil) {
        definition = EndpointDefinition(.head, path, base) { response, _ in Output(head: response) }
    }
}
