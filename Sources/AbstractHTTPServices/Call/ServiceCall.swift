import AbstractHTTP

/// A call of a service. The generated functions of a client use it, and you can use it in your own functions.
///
/// ```swift
/// extension GitHubClient {
///     func search(_ words: String, sort: String?) async throws -> SearchResult {
///         var call = ServiceCall(configuration, method: .get, path: "/search/repositories")
///         call.query("q", words)
///         call.query("sort", sort)
///         return try await call.connection(SearchResult.self).response()
///     }
/// }
/// ```
///
/// A value that cannot be sent is reported by the connection, which fails before anything is sent.
public struct ServiceCall: Sendable {
    private(set) var configuration: ServiceConfiguration
    let method: HTTPMethod
    let template: String
    /// Whether the template is a complete URL that is used unchanged.
    let isWholeURL: Bool
    /// The parameters in the path, the query, and the form.
    var parameters = PlacedParameters()
    var headerVariables: HTTPContent.Members = [:]
    var headers: [(name: String, value: HeaderValue)] = []
    /// The header fields of maps, over which those with their own names take precedence.
    var mappedHeaders: HTTPHeaders = [:]
    var body = Body.none
    /// The Content-Type of a value in place of its encoder's.
    var bodyType: String?
    var deadlines: Deadlines?
    var attempts: Int?
    var carriesIdempotencyKey = false
    /// The first value that could not be sent.
    private(set) var failure: (any Error)?

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client.
    ///   - method: The request method.
    ///   - path: An absolute URL, or a path after the base URL of the configuration. It can have variables, as in
    ///     `users/{id}`.
    public init(_ configuration: ServiceConfiguration, method: HTTPMethod, path: String) {
        (self.configuration, self.method, template, isWholeURL) = (configuration, method, path, false)
    }

    /// Creates a call to a complete URL, such as that of a next page. Braces in it are not variables.
    ///
    /// Header fields of the configuration are sent only if the server is that of the base URL or listed in
    /// `ConnectionConfig.credentialOrigins`.
    public init(_ configuration: ServiceConfiguration, method: HTTPMethod, url: String) {
        (self.configuration, self.method, template, isWholeURL) = (configuration, method, url, true)
    }

    /// Sets the type of error bodies, which overrides that of the configuration.
    public mutating func failureModel(_ type: (some Decodable & Sendable).Type) { configuration.failureModel = type }

    /// Runs a step that can fail, and records the first error, under the name of a parameter.
    mutating func note(_ name: String, _ step: (inout Self) throws -> Void) {
        do {
            try step(&self)
        } catch let error as HTTPContentError {
            failure = failure ?? error.below(key: name)
        } catch {
            failure = failure ?? error
        }
    }
}

extension ServiceCall {
    /// What goes into the body.
    enum Body: Sendable {
        case none
        /// A value that the encoder of the configuration writes, or that is sent without encoding.
        case value(any Encodable & Sendable)
        case bytes(RequestBody, MediaType?)
    }

    /// The value of a header field.
    enum HeaderValue: Sendable {
        /// Text that can have variables.
        case template(String)
        case text(String)
    }
}

extension ServiceCall: CustomReflectable {
    /// The method and the path without secrets. The values of a call are left out.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "configuration": configuration, "method": method,
                "path": template.templateWithoutSecretValues.inOneLine,
            ],
            displayStyle: .struct)
    }
}
