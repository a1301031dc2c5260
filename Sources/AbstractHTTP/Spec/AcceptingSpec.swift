import Foundation

/// A spec that accepts additional status codes and has a model for them.
private struct AcceptingSpec<Base: ResponseSpec>: LiveResponseSpec {
    typealias ResponseModel = Base.ResponseModel
    typealias FailureModel = Base.FailureModel

    let base: Base
    let statusCodes: Set<Int>
    let model: @Sendable (Response) throws -> ResponseModel

    func isValidResponse(response: Response) -> Bool {
        statusCodes.contains(response.statusCode) || base.isValidResponse(response: response)
    }

    func validate(response: Response) throws {
        guard !statusCodes.contains(response.statusCode) else { return }
        try base.validate(response: response)
    }

    func parseResponse(response: Response) throws -> ResponseModel {
        guard statusCodes.contains(response.statusCode) else { return try base.parseResponse(response: response) }
        return try model(response)
    }

    func parseFailure(response: Response) throws -> FailureModel? { try base.parseFailure(response: response) }

    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let live else { return modelParser }
        return live.streamParser
    }
    var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { live?.bodyReader }
    func collects(_ statusCode: Int) -> Bool {
        statusCodes.contains(statusCode) || live?.collects(statusCode) == true
    }

    var contentDecoder: (any ContentDecoder)? { base.contentDecoder }
}

extension AcceptingSpec {
    private var live: (any LiveResponseSpec<ResponseModel>)? { base as? any LiveResponseSpec<ResponseModel> }
}

extension AcceptingSpec: RequestSpec where Base: RequestSpec {
    var request: HTTP { get throws { try base.request } }
}

extension AcceptingSpec: ConnectionSpec where Base: ConnectionSpec {}

extension ResponseSpec {
    /// Returns this spec with additional status codes that are a success, for which `model` creates the model.
    ///
    /// Such a response is not retried, and no error listener is called. Errors that `model` throws have the same effect
    /// as in ``parseResponse(response:)``. To accept status codes for all specs of a config, use a ``ModelFallback``.
    public func accepting(
        _ statusCodes: Int..., model: @escaping @Sendable (Response) throws -> ResponseModel
    ) -> some ResponseSpec<ResponseModel> {
        AcceptingSpec(base: self, statusCodes: Set(statusCodes), model: model)
    }
}

extension ConnectionSpec {
    /// Does the same as ``ResponseSpec/accepting(_:model:)`` for a whole endpoint.
    ///
    /// ```swift
    /// let friends = try await Connection(FindFriends().accepting(404) { _ in [] }).response()
    /// ```
    public func accepting(
        _ statusCodes: Int..., model: @escaping @Sendable (Response) throws -> ResponseModel
    ) -> some ConnectionSpec<ResponseModel> {
        AcceptingSpec(base: self, statusCodes: Set(statusCodes), model: model)
    }
}
