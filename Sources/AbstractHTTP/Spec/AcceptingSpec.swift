import Foundation

/// A spec for which some statuses are a success, with a model of their own; made by
/// ``ResponseSpec/accepting(_:model:)``.
public struct AcceptingSpec<Base: ResponseSpec>: ResponseSpec {
    /// That of the spec.
    public typealias ResponseModel = Base.ResponseModel
    /// That of the spec.
    public typealias FailureModel = Base.FailureModel

    let base: Base
    let statusCodes: Set<Int>
    let model: @Sendable (Response) throws -> ResponseModel

    /// Whether the status is accepted, or the spec says so.
    public func isValidResponse(response: Response) -> Bool {
        statusCodes.contains(response.statusCode) || base.isValidResponse(response: response)
    }

    /// Throws what the spec throws, unless the status is accepted.
    public func validate(response: Response) throws {
        guard !statusCodes.contains(response.statusCode) else { return }
        try base.validate(response: response)
    }

    /// The model of an accepted status, or that of the spec.
    public func parseResponse(response: Response) throws -> ResponseModel {
        guard statusCodes.contains(response.statusCode) else { return try base.parseResponse(response: response) }
        return try model(response)
    }

    /// That of the spec.
    public func parseFailure(response: Response) throws -> FailureModel? {
        try base.parseFailure(response: response)
    }

    /// That of the spec.
    public var contentDecoder: Base.DecoderValue { base.contentDecoder }

    /// That of the spec.
    public var isValidResponse: Base.ValidityNearMiss { base.isValidResponse }
    /// That of the spec.
    public func isValidResponse(_ response: Response) throws -> Base.UnlabeledValidityNearMiss {
        try base.isValidResponse(response)
    }
    /// That of the spec.
    public func parseResponse(_ response: Response) throws -> Base.UnlabeledModelNearMiss {
        try base.parseResponse(response)
    }

    /// That of the spec; the response of an accepted status is collected.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { base.streamParser }

    /// That of the spec; the response of an accepted status is collected.
    public var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { base.bodyReader }
}

/// A live spec that wants some responses whole.
package protocol BufferingSpec {
    func collects(_ statusCode: Int) -> Bool
}

extension AcceptingSpec: BufferingSpec {
    package func collects(_ statusCode: Int) -> Bool {
        statusCodes.contains(statusCode) || (base as? any BufferingSpec)?.collects(statusCode) == true
    }
}

extension AcceptingSpec: RequestSpec where Base: RequestSpec {
    /// That of the spec.
    public func resolved() throws -> (any RequestSpec)? { try base.resolved() }
    /// That of the spec.
    public var url: String { base.url }
    /// That of the spec.
    public var httpMethod: Base.MethodValue { base.httpMethod }
    /// That of the spec.
    public var headers: Base.HeadersValue { base.headers }
    /// That of the spec.
    public var urlQuery: Base.QueryValue { base.urlQuery }
    /// That of the spec.
    public var content: Base.ContentValue { base.content }
    /// That of the spec.
    public var contentEncoder: Base.EncoderValue { base.contentEncoder }
    /// That of the spec.
    public var redirects: Base.RedirectsValue { base.redirects }
    /// That of the spec.
    public var deadlines: Base.DeadlinesValue { base.deadlines }
    /// That of the spec.
    public var carriesIdempotencyKey: Bool { base.carriesIdempotencyKey }
    /// That of the spec.
    public var method: Base.MethodNearMiss { base.method }
    /// That of the spec.
    public func makePostData() throws -> Base.PostDataValue { try base.makePostData() }
    /// That of the spec.
    public func makeBody() throws -> Base.BodyValue { try base.makeBody() }
}

extension AcceptingSpec: ConnectionSpec where Base: ConnectionSpec {}

extension ResponseSpec {
    /// This spec, for which `statusCodes` are a success, too: `model` makes their model.
    ///
    /// Nothing is retried then, and no error listener is called. What `model` throws counts as in
    /// ``parseResponse(response:)``. For all specs of a config there is a ``ModelFallback``.
    ///
    /// ```swift
    /// let friends = try await Connection(FindFriends().accepting(404) { _ in [] }).response()
    /// ```
    public func accepting(
        _ statusCodes: Int..., model: @escaping @Sendable (Response) throws -> ResponseModel
    ) -> AcceptingSpec<Self> {
        AcceptingSpec(base: self, statusCodes: Set(statusCodes), model: model)
    }
}
