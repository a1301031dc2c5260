import AbstractHTTP

/// The state of a request when it was sent. Each attempt sends this state.
struct SentRequest: RequestSpec, Sendable {
    let snapshot: Result<RequestSnapshot, any Error>
    /// The pipeline reads the next two properties before it resolves an attempt.
    let redirects: RedirectPolicy?
    let deadlines: Deadlines?
    let url: String
    /// The header fields of the configuration.
    let configuredHeaders: [String: String]

    init(_ request: some IDLRequest) {
        snapshot = Result { try RequestSnapshot(request) }
        redirects = try? request.redirectsValue()
        deadlines = try? request.deadlinesValue()
        url = request.configuration.baseURLString
        configuredHeaders = request.configuration.headers
    }

    func resolved() throws -> (any RequestSpec)? { try snapshot.get() }
}

/// Creates the response from its content.
struct IDLResponseSpec<ResponseModel: IDLResponse>: ResponseSpec, Sendable {
    let configuration: BaseConfiguration
    var contentDecoder: (any ContentDecoder)? { configuration.decoder }

    func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

/// Returns the response unchanged.
struct RawResponseSpec: ResponseSpec, Sendable {
    typealias ResponseModel = HTTPResponse
}
