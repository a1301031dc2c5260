/// From a response to a model, or to why there is none.
extension GenerationRun {
    /// onReceived* ▸ isValidResponse ▸ parse ▸ onReceivedModel*
    func review(_ token: Token, _ response: Response, _ parse: (Response) throws -> AnyModel) async -> Verdict? {
        let verdict = await judge(token, response, parse)
        guard case .success(let model) = verdict, !listeners.response.isEmpty else { return verdict }
        return await offer(token, model, response)
    }

    /// onReceived* ▸ isValidResponse ▸ parse
    func judge(_ token: Token, _ response: Response, _ parse: (Response) throws -> AnyModel) async -> Verdict? {
        for listener in listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceived(connection: connection, response: response) else {
                return .failure(Failure(type: .invalidResponse, response: response))
            }
        }
        guard allows(token) else { return nil }
        do {
            if let invalidity = pipeline.specs.value.response.invalidity(of: response) {
                if !pipeline.isLive, let model = try fallbackModel(of: response) { return .success(model) }
                return .failure(Failure(type: .invalidResponse, response: response, underlying: invalidity.reason))
            }
            guard await willDecode(token, response) else { return nil }
            let model = try parse(response)
            return await didDecode(token, response, model) ? .success(model) : nil
        } catch {
            return .failure(Failure(type: .ofParsing(error), response: response, underlying: error))
        }
    }

    /// What the first fallback of the config makes of a response that is not valid.
    private func fallbackModel(of response: Response) throws -> AnyModel? {
        for fallback in pipeline.config.fallbacks {
            if let model = try pipeline.specs.value.response.model(of: response, by: fallback) { return model }
        }
        return nil
    }

    /// onReceivedModel*
    func offer(_ token: Token, _ model: AnyModel, _ response: Response) async -> Verdict? {
        for listener in listeners.response {
            guard allows(token) else { return nil }
            guard await listener.onReceivedModel(connection: connection, responseModel: model.value) else {
                return .failure(Failure(type: .validation, response: response, responseModel: model))
            }
        }
        return .success(model)
    }
}

private struct Invalidity {
    let reason: (any Error)?
}

extension ResponseSpec {
    /// Why the response is no success; nil when it is one.
    fileprivate func invalidity(of response: Response) -> Invalidity? {
        do {
            try validate(response: response)
            return nil
        } catch {
            let saysNoMore = error as? ConnectionErrorType == .invalidResponse
            return Invalidity(reason: saysNoMore ? nil : error)
        }
    }
}

extension ConnectionErrorType {
    /// What a spec's error while parsing counts as: parse, unless it says that response or model are invalid.
    static func ofParsing(_ error: any Error) -> Self {
        switch error as? ConnectionErrorType {
        case .invalidResponse: .invalidResponse
        case .validation: .validation
        default: .parse
        }
    }
}
