import AbstractHTTP

/// A request that was sent: each attempt sends what the request was then.
struct SentRequest: RequestSpec, Sendable {
    let snapshot: Result<RequestSnapshot, any Error>
    /// What the pipeline asks for before it asks for an attempt.
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

/// What is made of the content of a response.
struct IDLResponseSpec<ResponseModel: IDLResponse>: ResponseSpec, Sendable {
    let configuration: BaseConfiguration
    var contentDecoder: (any ContentDecoder)? { configuration.decoder }

    func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

/// The response as it comes.
struct RawResponseSpec: ResponseSpec, Sendable {
    typealias ResponseModel = HTTPResponse
}
