import AbstractHTTP

/// Creates the response from its content.
struct IDLResponseSpec<ResponseModel: IDLResponse>: LiveResponseSpec, Sendable {
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
