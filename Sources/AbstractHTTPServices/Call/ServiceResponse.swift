import AbstractHTTP

/// Parses the response of a call.
struct ServiceResponse<ResponseModel: Sendable>: LiveResponseSpec, Sendable {
    typealias FailureModel = any Sendable
    typealias Parser = @Sendable (Response, (any ContentDecoder)?) throws -> ResponseModel

    let configuration: ServiceConfiguration
    let parser: Parser
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { parserOfStream }
    var contentDecoder: (any ContentDecoder)? { configuration.decoder }
    private let parserOfStream: (@Sendable (ResponseStream) throws -> ResponseModel)?

    init(
        _ configuration: ServiceConfiguration,
        ofStream: (@Sendable (ResponseStream) throws -> ResponseModel)? = nil, _ parser: @escaping Parser
    ) {
        self.configuration = configuration
        self.parser = parser
        parserOfStream = ofStream
    }

    func parseResponse(response: Response) throws -> ResponseModel { try parser(response, contentDecoder) }

    func parseFailure(response: Response) throws -> (any Sendable)? { try configuration.failure(of: response) }
}

extension ServiceConfiguration {
    /// Returns the failure model of a response, or nil if there is none.
    func failure(of response: Response) throws -> (any Sendable)? {
        try failureModel.flatMap { type in try model(type, of: response) }
    }

    private func model<Model: Decodable & Sendable>(_ type: Model.Type, of response: Response) throws -> Model? {
        try response.failureModel(as: type, by: decoder)
    }
}
