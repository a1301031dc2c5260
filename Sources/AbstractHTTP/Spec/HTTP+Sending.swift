import Foundation

extension HTTP {
    /// Creates a connection whose model is decoded from the body. The body is read as JSON unless it has another media
    /// type.
    public func asDecodable<Model: Decodable & Sendable>(
        _ type: Model.Type, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Never>(), config, onSuccess: onSuccess)
    }

    /// Creates a connection whose model is decoded from the body. The body of a failure is decoded as the
    /// ``ConnectionError/failureModel``.
    public func asDecodable<Model: Decodable & Sendable, Failure: Decodable & Sendable>(
        _ type: Model.Type, failure: Failure.Type, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        connection(DecodableResponse<Model, Failure>(), config, onSuccess: onSuccess)
    }

    /// Creates a connection whose model is the text of the body.
    public func asString(
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (String) -> Void)? = nil
    ) -> Connection<String> {
        asDecodable(String.self, config: config, onSuccess: onSuccess)
    }

    /// Creates a connection whose model is the bytes of the body.
    public func asData(
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (Data) -> Void)? = nil
    ) -> Connection<Data> {
        asDecodable(Data.self, config: config, onSuccess: onSuccess)
    }

    /// Creates a connection that ignores the body.
    public func asVoid(
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable () -> Void)? = nil
    ) -> Connection<Void> {
        guard let onSuccess else { return connection(VoidResponse(), config) }
        return connection(VoidResponse(), config) { _ in onSuccess() }
    }

    /// Creates a connection whose model is the whole response. Every status is a success.
    public func asResponse(
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (Response) -> Void)? = nil
    ) -> Connection<Response> {
        connection(AnyResponse(), config, onSuccess: onSuccess)
    }

    /// Creates a connection whose model is a response whose body you read while it arrives.
    public func asStream(
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (ResponseStream) -> Void)? = nil
    ) -> Connection<ResponseStream> {
        connection(StreamResponse(), config, onSuccess: onSuccess)
    }

    private func connection<Model: Sendable>(
        _ spec: some ResponseSpec<Model> & Sendable, _ config: ConnectionConfig,
        onSuccess: (@MainActor @Sendable (Model) -> Void)? = nil
    ) -> Connection<Model> {
        Connection(Pipeline.Specs(request: self, response: spec), config, onSuccess)
    }
}

private struct DecodableResponse<Model: Decodable & Sendable, Failure: Decodable & Sendable>: ResponseSpec, Sendable {
    typealias ResponseModel = Model
    typealias FailureModel = Failure
}

private struct VoidResponse: ResponseSpec, Sendable {
    typealias ResponseModel = Void
}

private struct AnyResponse: ResponseSpec, Sendable {
    typealias ResponseModel = Response
    func isValidResponse(response: Response) -> Bool { true }
}

private struct StreamResponse: ResponseSpec, Sendable {
    typealias ResponseModel = ResponseStream
}
