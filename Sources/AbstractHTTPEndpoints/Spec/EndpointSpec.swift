import AbstractHTTP

/// The spec of one call of an endpoint.
struct EndpointSpec<Input: Encodable & Sendable, Output: Sendable>: ConnectionSpec, Sendable {
    typealias ResponseModel = Output
    typealias FailureModel = any Sendable

    let definition: EndpointDefinition<Input, Output>
    /// The input, or the reason why it cannot be sent. It is not an `Input`, so that the spec has a fixed size.
    let input: Result<any Encodable & Sendable, HTTPContentError>
    /// The configuration, which is read for each attempt.
    let configuration: ConfigurationStorage
    /// The scope in which the call was made.
    let scope: ConfigurationStorage?
    /// The timeout that the endpoint's own config sets.
    let configTimeout: Duration?
    /// The config of the connection.
    let config: ConnectionConfig
    /// The front end of the last attempt, or nil before the first one.
    let frontEnd: LockedValue<FrontEnd?>

    /// The path as written. It is shown if no URL can be created from it.
    var url: String { definition.address.text }
    var httpMethod: HTTPMethod { definition.method }
    var redirects: RedirectPolicy? { definition.redirects }

    var deadlines: Deadlines? {
        var deadlines = definition.deadlines
        deadlines.attempt =
            deadlines.attempt ?? configTimeout ?? configuration.request.timeoutInterval.map(Duration.init(interval:))
        return deadlines
    }

    func resolved() throws -> (any RequestSpec)? {
        // Evaluate the base URL in the scope in which the connection was created, regardless of the current task.
        try Configuration.$scoped.withValue(scope) { try resolvedEndpoint() }
    }

    private func resolvedEndpoint() throws -> ResolvedEndpoint {
        let (values, base) = (configuration.request, definition.address.evaluatedBase())
        let current = definition.frontEnd(values, base: base)
        frontEnd.withLock { $0 = current }
        return try ResolvedEndpoint(definition, input.get(), values, config, base: base)
    }

    var contentDecoder: (any ContentDecoder)? { definition.reading.decoder ?? configuration.request.decoder }

    func validate(response: Response) throws {
        guard definition.mockedOutput == nil else { return }
        try definition.reading.validate(response)
    }

    func parseResponse(response: Response) throws -> Output {
        if let mockedOutput = definition.mockedOutput { return mockedOutput() }
        return try definition.reading.output(of: response, contentDecoder)
    }

    var streamParser: ((ResponseStream) throws -> Output)? {
        guard definition.mockedOutput == nil, let parser = definition.reading.streamParser else { return nil }
        return parser
    }

    func parseFailure(response: Response) throws -> (any Sendable)? {
        try definition.reading.failure?(response, contentDecoder)
    }
}

extension EndpointSpec: BufferingSpec {
    func collects(_ statusCode: Int) -> Bool { definition.reading.hasFallback(for: statusCode) }
}
