import AbstractHTTP

/// A request of a `.http` file. It is a `ConnectionSpec`, so its connections support listeners, recovery policies, and
/// all other features.
///
/// ```swift
/// let request = GetFriendsRequest()
/// request.page = 2
/// let response = try await request.send()
/// ```
public protocol GeneratedRequest: IDLRequest, ConnectionSpec, LiveResponseSpec, AnyObject
where ResponseModel: GeneratedResponse {
    /// The method, in uppercase.
    static var method: String { get }
    /// The properties of the request that are not fields. Default: none.
    static var traits: RequestTraits { get }
    /// The configuration of the request.
    var configuration: BaseConfiguration { get set }
    /// The client that sends the request.
    var client: BaseClient { get set }
    /// Writes the fields that have a place of their own, such as the query beside a body. Default: writes nothing.
    func placeParameters(in parameters: inout ParameterWriter) throws
}

extension GeneratedRequest {
    /// No traits.
    public static var traits: RequestTraits { RequestTraits() }
    /// The request of ``makeRequest()``. A field with the name of a member, such as `headers`, is content.
    public var request: HTTP { get throws { try makeRequest().members(.unrelated) } }
    /// The method of the class.
    public var method: String { Self.method }
    /// The text after the base URL. It is empty if a parameter cannot be a part of a path.
    public var uri: String { (try? makeURI()) ?? "" }
    /// The content of the request, or nil if a required value is missing.
    public var content: RequestContent? { (try? makeContent()) ?? nil }
    /// Returns nil.
    public func makeContent() throws -> RequestContent? { nil }
    /// Writes nothing.
    public func placeParameters(in parameters: inout ParameterWriter) throws {}
    /// The decoder of the configuration.
    public var contentDecoder: (any ContentDecoder)? { configuration.decoder }
    /// Reads the content of a response.
    public func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
    /// Reads the content of a failure with one of the statuses.
    public func parseFailure(response: HTTPResponse) throws -> FailureModel? {
        try Self.failure(in: response, configuration)
    }

    /// Returns the request in its current state: the method, the URI after the base URL, the header fields of the
    /// configuration, the content, and the fields in other places. Throws what ``IDLRequest/makeURI()``,
    /// ``IDLRequest/makeContent()``, and ``placeParameters(in:)`` throw.
    public func makeRequest() throws -> HTTP {
        let (configuration, traits) = (configuration, Self.traits)
        let credentials = try configuration.credentials?.parts(for: traits.needs)
        var parameters = ParameterWriter(
            try makeBareRequest(credentials?.headers ?? [:]).content(try makeContent(), of: self, traits),
            FieldOptions(dates: configuration.dates ?? .iso8601))
        try placeParameters(in: &parameters)
        let cookies = configuration.defaults.headers[.cookie]
        return parameters.finished(with: credentials, after: cookies).applying(traits)
    }
}

extension GeneratedRequest {
    /// The model of a failure, or nil if it has none.
    static func failure(in response: HTTPResponse, _ configuration: BaseConfiguration) throws -> FailureModel? {
        guard FailureModel.self != Never.self, traits.hasFailureModel(for: response.statusCode) else { return nil }
        if let type = FailureModel.self as? any GeneratedResponse.Type {
            return try type.init(rawResponse: response, configuration: configuration) as? FailureModel
        }
        guard let type = FailureModel.self as? any ResponseContentConvertible.Type else { return nil }
        return try type.value(in: response, configuration, isStrict: ResponseModel.isStrict) as? FailureModel
    }
}

extension ResponseContentConvertible {
    /// The whole content of a response as a value, or nil if there is none.
    fileprivate static func value(
        in response: HTTPResponse, _ configuration: BaseConfiguration, isStrict: Bool
    ) throws -> Self? {
        let kind: ResponseContentKind = Self.self == String.self ? .text : Self.self == HTTPData.self ? .bytes : .value
        return try response.reader(of: kind, configuration, isStrict: isStrict).optional()
    }
}

extension HTTP {
    /// Adds the content in the format that the traits or the configuration say.
    fileprivate consuming func content(
        _ made: RequestContent?, of request: some GeneratedRequest, _ traits: RequestTraits
    ) -> HTTP {
        guard let made else { return self }
        let configuration = request.configuration
        let content = made.written(configuration.dates, .refused)
        guard traits.encoder != nil || traits.contentType != nil else {
            return self.content(content, encoder: configuration.encoder(of: request, content))
        }
        if let encoder = traits.encoder, encoder is QueryContentEncoder {
            return self.content(content, encoder: encoder)
        }
        let raw = traits.encoder == nil ? content.bodyValue : nil
        return wholeBody(raw ?? content, encoder: traits.encoder, contentType: traits.contentType)
    }

    fileprivate consuming func applying(_ traits: RequestTraits) -> HTTP {
        var http = self
        if let accept = traits.accept { http = http.header("Accept", accept) }
        if let timeout = traits.timeout { http = http.timeout(timeout) }
        return traits.hasIdempotencyKey ? http.idempotencyKey() : http
    }
}
