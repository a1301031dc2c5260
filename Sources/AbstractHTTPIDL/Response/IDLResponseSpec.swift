import AbstractHTTP

/// Creates the response from its content.
struct IDLResponseSpec<ResponseModel: IDLResponse>: LiveResponseSpec, Sendable {
    typealias FailureModel = any Sendable

    let configuration: BaseConfiguration
    /// Reads the model of a failure.
    var failure: @Sendable (HTTPResponse) throws -> FailureModel? = { _ in nil }
    var contentDecoder: (any ContentDecoder)? { configuration.decoder }

    func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }

    func parseFailure(response: HTTPResponse) throws -> FailureModel? { try failure(response) }
}

/// Returns the response unchanged.
struct RawResponseSpec: ResponseSpec, Sendable {
    typealias ResponseModel = HTTPResponse
}
