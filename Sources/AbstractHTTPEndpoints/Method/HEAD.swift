import AbstractHTTP

/// Gets what a GET would tell, without the body. The input goes into the query. (RFC 9110, section 9.3.2)
///
/// ```swift
/// let avatar = HEAD<Int, HTTPHeaders>("v1/users/{id}/avatar")
/// let size = try await avatar(7)[.contentLength]
/// ```
public struct HEAD<Input: Encodable & Sendable, Output: HeadOutput>: Endpoint {
    /// What the endpoint is.
    public var definition: EndpointDefinition<Input, Output>

    /// Makes an endpoint at `path`, an absolute URL or a path on the base; see
    /// ``EndpointDefinition/init(method:_:base:)``.
    public init(_ path: String, base: @autoclosure @escaping @Sendable () -> String? = nil) {
        definition = EndpointDefinition(.head, path, base) { response, _ in Output(head: response) }
    }
}
