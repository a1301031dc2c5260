import AbstractHTTP

extension DefinitionAPI {
    /// Starts the request of the definition named `name`. `context` is called before this method returns, and its
    /// callbacks are called later, on the main actor.
    ///
    /// All errors, including an unknown name, are reported as a failure.
    @discardableResult
    public func request(name: String, context: (inout RequestContext) -> Void = { _ in }) -> DefinitionTask {
        start(definition(named: name), context)
    }

    /// Starts the request of a definition that does not have to be in the store. What the definition leaves out comes
    /// from the store's default.
    @discardableResult
    public func request(
        definition: Definition, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        start(.success(store.complete(definition)), context)
    }

    /// Sends the request of the definition named `name`, and returns a model of the response. Canceling the task
    /// cancels the request.
    ///
    /// - Parameters:
    ///   - name: The name of the definition.
    ///   - type: The type of the model, whatever the definition says. `String`, `Data`, and optionals work as with
    ///     `ResponseSpec`.
    ///   - parameters: The initial parameters of the context.
    ///   - context: Configures the request. Its callbacks are also called.
    public func request<Model: Decodable & Sendable>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> Model {
        try await connection(name, as: type, parameters: parameters, context: context).response()
    }

    /// Sends the request of the definition named `name`, and returns the object that the definition describes, or nil
    /// if there is none.
    @discardableResult
    public func request(
        _ name: String, parameters: DefinitionParameters = [:], context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> (any Sendable)? {
        let connection = connection(definition(named: name), parameters, context) { [registry] received in
            DefinitionObject(value: try received.object(registry))
        }
        return try await connection.response().value
    }

    /// Sends the request of the definition named `name`, and ignores the body of the response.
    public func request(
        _ name: String, as type: Void.Type, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) {
        let connection: Connection<Void> = connection(definition(named: name), parameters, context) { _ in }
        try await connection.response()
    }

    /// Returns a connection that is not started yet, so that you can add listeners and recovery policies.
    public func connection<Model: Decodable & Sendable>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) -> Connection<Model> {
        connection(definition(named: name), parameters, context) { received in
            try received.decoded(as: Model.self)
        }
    }

    /// Sends the request of the definition named `name`, and returns a model that reads the body while it arrives, such
    /// as a `ResponseStream` or an event stream.
    ///
    /// The behavior does not see the body, and no response is stored.
    public func request<Model: StreamedModel>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) async throws(ConnectionError) -> Model {
        try await connection(name, as: type, parameters: parameters, context: context).response()
    }

    /// Returns a connection that is not started yet, whose model reads the body while it arrives.
    public func connection<Model: StreamedModel>(
        _ name: String, as type: Model.Type = Model.self, parameters: DefinitionParameters = [:],
        context: (inout RequestContext) -> Void = { _ in }
    ) -> Connection<Model> {
        connection(definition(named: name), parameters, context, stream: { try Model($0) }) { received in
            try Model(ResponseStream(received.response))
        }
    }

    func definition(named name: String) -> Result<CompleteDefinition, DefinitionError> {
        do throws(DefinitionError) {
            return .success(try store.completeDefinition(named: name))
        } catch {
            return .failure(error)
        }
    }

    private func start(
        _ definition: Result<CompleteDefinition, DefinitionError>, _ change: (inout RequestContext) -> Void
    ) -> DefinitionTask {
        var context = RequestContext()
        change(&context)
        let call = DefinitionCall(self, definition, context, isAwaited: false)
        let connection = call.connection { [registry] received in DefinitionObject(value: try received.object(registry))
        }
        // The caller can look up the task as soon as this method returns.
        running.add(call.task)
        connection.start()
        return call.task
    }

    func connection<Model>(
        _ definition: Result<CompleteDefinition, DefinitionError>, _ parameters: DefinitionParameters,
        _ change: (inout RequestContext) -> Void, stream: (@Sendable (ResponseStream) throws -> Model)? = nil,
        _ parser: @escaping DefinitionResponseSpec<Model>.Parser
    ) -> Connection<Model> {
        var context = RequestContext()
        context.parameters = parameters
        change(&context)
        return DefinitionCall(self, definition, context, isAwaited: true).connection(parser, stream: stream)
    }
}
