import AbstractHTTP

extension DefinitionAPI {
    /// Begins the request of the definition called `name`; `context` is called before it returns, and its callbacks
    /// later, on the main actor.
    ///
    /// What is wrong, also with the name, is told as a failure.
    @discardableResult
    public func request(name: String, context: (inout RequestContext) -> Void = { _ in }) -> DefinitionTask {
        start(definition(named: name), context)
    }

    /// Begins the request of a definition that need not be in the store, but takes what it leaves out from its default.
    @discardableResult
    public func request(
        definition: Definition, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        start(.success(store.complete(definition)), context)
    }

    /// Makes the request of the definition called `name`, and a model of the response. Canceling the task cancels the
    /// request.
    ///
    /// - Parameters:
    ///   - name: The name of the definition.
    ///   - type: The model, whatever the definition says of it. `String`, `Data` and optionals as `ResponseSpec` has
    ///     them.
    ///   - parameters: The parameters with which the context begins.
    ///   - context: Called before the request begins; its callbacks are called, too.
    public func request<Model: Decodable & Sendable>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> Model {
        try await connection(name, as: type, parameters: parameters, context: context).response()
    }

    /// The same, with the object that the definition has made of the response: nil where that is nothing.
    @discardableResult
    public func request(
        _ name: String, parameters: DefinitionParameters = [:], context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> (any Sendable)? {
        let connection = connection(definition(named: name), parameters, context) { [registry] received in
            DefinitionObject(value: try received.object(registry))
        }
        return try await connection.response().value
    }

    /// The same without a model: the body is not read.
    public func request(
        _ name: String, as type: Void.Type, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) {
        let connection: Connection<Void> = connection(definition(named: name), parameters, context) { _ in }
        try await connection.response()
    }

    /// A connection that is not started yet, to add listeners to, and recovery.
    public func connection<Model: Decodable & Sendable>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) -> Connection<Model> {
        connection(definition(named: name), parameters, context) { received in
            try received.response.decoded(as: Model.self, by: received.serializer.decoder(of: received.response))
        }
    }

    /// Makes the request of the definition called `name`, whose model reads the body while it arrives, such as a
    /// `ResponseStream` or an event stream.
    ///
    /// The behavior does not judge the body, and nothing is stored.
    public func request<Model: StreamedModel>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> Model {
        try await connection(name, as: type, parameters: parameters, context: context).response()
    }

    /// A connection that is not started yet, whose model reads the body while it arrives.
    public func connection<Model: StreamedModel>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) -> Connection<Model> {
        connection(definition(named: name), parameters, context, stream: { try Model($0) }) { received in
            try Model(ResponseStream(received.response))
        }
    }

    func definition(named name: String) -> Result<Definition, DefinitionError> {
        do throws(DefinitionError) {
            return .success(try store.completeDefinition(named: name))
        } catch {
            return .failure(error)
        }
    }

    private func start(
        _ definition: Result<Definition, DefinitionError>, _ change: (inout RequestContext) -> Void
    ) -> DefinitionTask {
        var context = RequestContext()
        change(&context)
        let call = DefinitionCall(self, definition, context, isAwaited: false)
        let connection = call.connection { [registry] received in DefinitionObject(value: try received.object(registry))
        }
        // Found from the moment on at which the caller can look for it.
        running.add(call.task)
        connection.start()
        return call.task
    }

    func connection<Model>(
        _ definition: Result<Definition, DefinitionError>, _ parameters: DefinitionParameters,
        _ change: (inout RequestContext) -> Void, stream: (@Sendable (ResponseStream) throws -> Model)? = nil,
        _ parser: @escaping DefinitionResponseSpec<Model>.Parser
    ) -> Connection<Model> {
        var context = RequestContext()
        context.parameters = parameters
        change(&context)
        return DefinitionCall(self, definition, context, isAwaited: true).connection(parser, stream: stream)
    }
}
