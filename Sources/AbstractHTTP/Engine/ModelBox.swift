/// A type-erased model with its response. It is a class because the pipeline passes it on a dozen times.
final class ModelBox: Sendable {
    let value: any Sendable
    /// The response of the model, without its body if the spec has read the body itself.
    let response: Response

    init(_ value: any Sendable, of response: Response) { (self.value, self.response) = (value, response) }

    /// The model as the type that the spec says. Anything else is an error that names both types.
    func model<Model>(of request: @autoclosure () -> Request) throws(ConnectionError) -> Model {
        guard case let model as Model = value else { throw mismatch(Model.self, request()) }
        return model
    }

    private func mismatch(_ type: Any.Type, _ request: Request) -> ConnectionError {
        let text = "the model is of type \(Swift.type(of: value)), not \(type)"
        let reason = DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: text))
        return ConnectionError(type: .parse, request: request, response: response, underlying: reason)
    }
}

extension ResponseSpec {
    /// The model, type-erased.
    func model(of response: Response) throws -> ModelBox {
        ModelBox(try parseResponse(response: response), of: response)
    }

    /// The model that `fallback` creates from an invalid response, type-erased.
    func model(of response: Response, by fallback: any ModelFallback) throws -> ModelBox? {
        try fallback.model(of: response, as: ResponseModel.self).map { ModelBox($0, of: response) }
    }
}
