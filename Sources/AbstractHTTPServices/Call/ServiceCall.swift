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
    let configuration: ServiceConfiguration
    let method: HTTPMethod
    let template: String
    /// Whether the template is a complete URL that is used unchanged.
    let isWholeURL: Bool
    var variables: HTTPContent.Members = [:]
    /// The names of the path variables that were set, including those that were set to nil.
    var knownVariables: Set<String> = []
    var queryFields: [HTTPContent.Members.Member] = []
    var bodyFields: [HTTPContent.Members.Member] = []
    var headerVariables: HTTPContent.Members = [:]
    var headers: [(name: String, value: HeaderValue)] = []
    var body = Body.none
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

    /// Returns `value` as content, or nil if it is nil or cannot be sent. Records the first error, under `name`.
    mutating func content(_ name: String, _ value: some Encodable) -> HTTPContent? {
        do {
            let content = try HTTPContent(value, keys: configuration.fieldOptions.keys)
            // A plain `nil` could mean the null of a tree.
            return content == .null ? HTTPContent?.none : content
        } catch let error as HTTPContentError {
            failure = failure ?? error.below(key: name)
        } catch {
            failure = failure ?? error
        }
        return nil
    }

    /// Returns the members of `value` that are not null. Records an error if it has no keys.
    mutating func members(_ name: String, _ value: some Encodable) -> [HTTPContent.Members.Member] {
        switch content(name, value) {
        case nil: return []
        case .dictionary(let members): return members.filter { $0.value != .null }
        default:
            failure = failure ?? HTTPContentError(path: name, reason: .noKey)
            return []
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
        case form
        case multipart
    }

    /// The value of a header field.
    enum HeaderValue: Sendable {
        /// Text that can have variables.
        case template(String)
        case content(HTTPContent)

        var isTemplate: Bool {
            if case .template = self { true } else { false }
        }
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
