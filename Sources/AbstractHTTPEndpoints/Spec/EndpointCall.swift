import AbstractHTTP

/// One call of an endpoint: the spec of its connection.
struct EndpointCall<Input: Encodable & Sendable, Output: Sendable>: ConnectionSpec, LiveResponseSpec, Sendable {
    typealias ResponseModel = Output
    typealias FailureModel = any Sendable

    let definition: EndpointDefinition<Input, Output>
    /// The input, or the reason why it cannot be sent. It is not an `Input`, so that the spec has a fixed size.
    let input: Result<any Encodable & Sendable, HTTPContentError>
    /// The settings of all endpoints, which are read for each attempt.
    let settings: SharedSettings
    /// The scope in which the call was made.
    let scope: SharedSettings?
    /// The timeout that the endpoint's own config sets.
    let configTimeout: Duration?

    /// Created anew for each attempt. If it cannot be sent, it shows the path as written.
    var request: HTTP {
        let http = HTTP(definition.address.text).method(definition.method).deadlines(usedDeadlines)
        do {
            // Evaluate the base URL in the scope in which the connection was created, regardless of the current task.
            return try Configuration.ofProcess.within(scope) {
                try definition.request(input.get(), settings.request, usedDeadlines)
            }
        } catch {
            return http.failing(because: error)
        }
    }

    private var usedDeadlines: Deadlines {
        var deadlines = definition.deadlines
        deadlines.attempt =
            deadlines.attempt ?? configTimeout ?? settings.request.timeoutInterval.map(Duration.init(interval:))
        return deadlines
    }

    var contentDecoder: (any ContentDecoder)? { definition.reading.decoder ?? settings.request.defaults.decoder }

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

    func collects(_ statusCode: Int) -> Bool { definition.reading.hasFallback(for: statusCode) }

    func parseFailure(response: Response) throws -> (any Sendable)? {
        try definition.reading.failure?(response, contentDecoder)
    }
}
