import AbstractHTTP

/// A request that was sent: each attempt sends what the request was then.
struct SentRequest: RequestSpec, Sendable {
    let snapshot: Result<RequestSnapshot, any Error>
    let configuration: BaseConfiguration

    init(_ request: some IDLRequest) {
        snapshot = Result { try RequestSnapshot(request) }
        configuration = request.configuration
    }

    var url: String { configuration.baseURLString }

    func resolved() throws -> (any RequestSpec)? { try snapshot.get() }
}

/// What is made of the response to a request of a file.
struct GeneratedResponseSpec<ResponseModel: GeneratedResponse>: ResponseSpec, Sendable {
    let configuration: BaseConfiguration

    func parseResponse(response: HTTPResponse) throws -> ResponseModel { try ResponseModel(response, configuration) }
}

/// The response as it comes.
struct RawResponseSpec: ResponseSpec, Sendable {
    typealias ResponseModel = HTTPResponse
}
