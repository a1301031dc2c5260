/// What recovery policies do with a request before it is sent.
extension GenerationRun {
    enum Prepared: Sendable {
        case prepared(Request)
        case refused(Failure)
    }

    /// Passes `request` through the policies that prepare requests; nil when the attempt is not current any more.
    func prepare(_ token: Token, _ request: Request) async -> Prepared? {
        var prepared = request
        for policy in policies {
            guard let preparer = policy as? any RequestPreparer else { continue }
            let (current, attempt) = (prepared, pipeline.state.withLock(\.attemptCount))
            let result = await work(token) { [connection] in
                await Result(of: {
                    let request = try await preparer.prepare(current, connection: connection, attempt: attempt)
                    try request.validate()
                    return request
                })
            }
            switch result {
            case nil: return nil
            case .success(let request): prepared = request
            case .failure(let error):
                return .refused(Failure(type: .ofPreparing(error), underlying: error))
            }
        }
        var shown: Request? = prepared
        let isCurrent = pipeline.state.withLock { state in
            guard state.lifecycle.allows(token) else { return false }
            swap(&state.preparedRequest, &shown)
            return true
        }
        return isCurrent ? .prepared(prepared) : nil
    }
}

extension ConnectionErrorType {
    /// What an error of a policy that prepares a request counts as.
    fileprivate static func ofPreparing(_ error: any Error) -> Self {
        switch error {
        case let type as Self where type != .canceled: type
        case is TokenRefreshError: .authorization
        case let error as InvalidRequest: error.type
        default: .invalidRequest
        }
    }
}
