import Foundation

extension ResponseSpec where ResponseModel: Decodable {
    /// Decodes the body. `String` and `Data` are returned without decoding, even in generic code that knows only
    /// `Decodable`.
    public func parseResponse(response: Response) throws -> ResponseModel {
        try ModelParser.decode(ResponseModel.self, from: response, contentDecoder)
    }
}

extension ResponseSpec where FailureModel: Decodable {
    /// Decodes the body. Returns nil if there is no content, or if the model is `Never`.
    public func parseFailure(response: Response) throws -> FailureModel? {
        // `Never` is just another `Decodable`.
        if FailureModel.self == Never.self { return nil }
        return try response.failureModel(as: FailureModel.self, by: contentDecoder)
    }
}

extension ResponseSpec where ResponseModel == String {
    /// Returns the text of the body, in the charset of the Content-Type or in UTF-8.
    public func parseResponse(response: Response) throws -> String { try ModelParser.text(of: response) }
}

extension ResponseSpec where ResponseModel == Void {
    /// Ignores the body.
    public func parseResponse(response: Response) throws {}
}

extension ResponseSpec where ResponseModel == Response {
    /// Returns the response itself.
    public func parseResponse(response: Response) throws -> Response { response }
}

extension ResponseSpec where ResponseModel == Void? {
    /// Returns nil if there is no content.
    public func parseResponse(response: Response) throws -> Void? { response.hasNoContent ? nil : () }
}

extension ResponseSpec where ResponseModel == Response? {
    /// Returns the response itself, or nil if there is no content.
    public func parseResponse(response: Response) throws -> Response? { response.hasNoContent ? nil : response }
}

extension ResponseSpec where ResponseModel: StreamedModel {
    /// Creates the model from a collected response.
    public func parseResponse(response: Response) throws -> ResponseModel {
        try ResponseModel(ResponseStream(response))
    }
}

extension ResponseSpec {
    /// Names the reason when no default fits the model.
    @available(
        *, unavailable,
        message: """
            no default makes this model: make it Decodable, and nonisolated in a module whose default isolation is the \
            main actor, or implement parseResponse(response:)
            """
    )
    public func parseResponse(response: Response) throws -> ResponseModel { throw ConnectionErrorType.parse }
}
