import AbstractHTTP
internal import AbstractHTTPUserMessages

/// Creates the connection for one request of a definition.
struct DefinitionCall {
    let task: DefinitionTask
    private let api: DefinitionAPI
    /// Why there is no definition.
    private let failure: DefinitionError?
    private let context: RequestContext
    /// Whether the caller receives the outcome without callbacks.
    private let isAwaited: Bool
    private let behavior: (any DefinitionBehavior)?

    init(
        _ api: DefinitionAPI, _ definition: Result<CompleteDefinition, DefinitionError>, _ context: RequestContext,
        isAwaited: Bool
    ) {
        (self.api, self.context, self.isAwaited) = (api, context, isAwaited)
        behavior = api.behavior
        switch definition {
        case .success(let definition):
            failure = nil
            task = DefinitionTask(definition, context)
        case .failure(let error):
            failure = error
            var unknown = Definition()
            if case .unknownName(let name, _, _) = error { unknown.name = name }
            task = DefinitionTask(CompleteDefinition(unknown), context)
        }
    }

    /// Returns a connection that is not started yet. `parser` creates the model of a successful response, and `stream`
    /// creates a model that reads the body while it arrives.
    func connection<Model>(
        _ parser: @escaping DefinitionResponseSpec<Model>.Parser,
        stream: (@Sendable (ResponseStream) throws -> Model)? = nil
    ) -> Connection<Model> {
        var config = api.connectionConfig
        // A stream is not stored, because it may not end for a long time.
        let caching = stream == nil ? DefinitionCache(task.definition, api.cache) : nil
        if let caching {
            config.cache = caching.view(for: task.definition, headers: context.headers)
            // Ask the cache last. The server counts as unreachable only if no other policy recovers.
            config.policies.append(caching)
        }
        if let code = context.debugRequestFailWithCode { config.setLast(DebugFailing(code: code)) }
        let connection = Connection(
            requestSpec: requestSpec, responseSpec: responseSpec(parser, stream), config: config)
        task.belong(to: connection)
        connection.identified(as: task.identifier)
        if let group = task.groupIdentifier { connection.grouped(in: group) }
        if task.definition.needsAuthorization == true {
            let scope = api.settings.credentialScope(
                base: api.settings.baseURL, trusted: api.store.trustedBase(of: task.definition))
            connection.addMiddleware(CredentialGuard(api.store, scope))
        }
        if let caching { connection.addListener(caching) }
        if let preparation = RequestPreparation(context) { connection.addPolicy(preparation) }
        let listener = TaskListener(task, api.running, api.cache, isStream: stream != nil)
        connection.addListener(listener)
        let message = context.loadMessage(identifier: task.identifier)
        if let activity = api.messages.listener(showing: message, in: context.bindControls, api.controls) {
            connection.addListener(activity)
        }
        addCallbacks(to: connection, isStream: stream != nil)
        return connection
    }

    private var requestSpec: DefinitionRequestSpec {
        DefinitionRequestSpec(
            task: task, failure: failure, context: context, settings: api.settings, store: api.store,
            registry: api.registry)
    }

    private func responseSpec<Model>(
        _ parser: @escaping DefinitionResponseSpec<Model>.Parser,
        _ stream: (@Sendable (ResponseStream) throws -> Model)?
    ) -> DefinitionResponseSpec<Model> {
        var transforming: (@Sendable (ResponseStream) throws -> Model)?
        if let stream {
            transforming = { [transformer = context.responseObjectTransformer, task] body in
                try transformed(stream(body), of: task.definition, by: transformer)
            }
        }
        return DefinitionResponseSpec(
            task, behavior, serializer, api.registry,
            { [transformer = context.responseObjectTransformer, task] received in
                try transformed(parser(&received), of: task.definition, by: transformer)
            },
            stream: transforming)
    }

    private var serializer: Result<ResponseSerializer, DefinitionError> {
        guard let name = task.definition.responseSerializer else {
            return .success(api.store.defaultResponseSerializer)
        }
        do throws(DefinitionError) {
            return .success(try api.registry.responseSerializer(named: name))
        } catch {
            return .failure(error)
        }
    }
}

// MARK: - Callbacks

extension DefinitionCall {
    /// Adds the callbacks in the order of their calls: success or failure, finished, completion.
    private func addCallbacks<Model>(to connection: Connection<Model>, isStream: Bool) {
        addProgress(to: connection)
        // On a server, the main actor may never run, so an awaited request uses it only if it must.
        guard !isAwaited || behavior != nil || context.hasCallbacks else { return }
        connection.onResult { [self] result in
            switch result {
            case .success(let model): succeed(DefinitionObject.unwrapped(model), isStream: isStream)
            case .failure(let error): fail(error)
            }
        }
        guard context.onFinished != nil || context.onCompletion != nil else { return }
        connection.addOnEnd { [task, context] _, _, error in
            let isCanceled = error?.type == .canceled
            context.onFinished?(task, error == nil)
            context.onCompletion?(task, error == nil ? task.responseObject : nil, isCanceled ? nil : error)
        }
    }

    private func addProgress<Model>(to connection: Connection<Model>) {
        guard context.onUpload != nil || context.onDownload != nil else { return }
        connection.addOnProgress { [task, context] progress in
            switch progress.direction {
            case .upload: context.onUpload?(task, progress)
            case .download: context.onDownload?(task, progress)
            }
        }
    }

    @MainActor
    private func succeed(_ object: (any Sendable)?, isStream: Bool) {
        task.succeed(with: isStream ? nil : object)
        context.onSuccess?(task, object)
    }

    @MainActor
    private func fail(_ error: ConnectionError) {
        task.fail(with: error)
        guard behavior?.generalHandler(for: error, task: task) ?? true else { return }
        if let onFailure = context.onFailure {
            onFailure(task, error)
        } else if !isAwaited, context.onCompletion == nil {
            api.messages.alert(error)
        }
    }
}

/// Returns the result of the transformer for a model, or the model itself if there is no transformer.
private func transformed<Model: Sendable>(
    _ model: Model, of definition: Definition,
    by transformer: (@Sendable (Definition, (any Sendable)?) throws -> (any Sendable)?)?
) throws -> Model {
    guard let transformer else { return model }
    let whole = model as? any TransformableModel
    let object = try transformer(definition, whole?.transformable ?? DefinitionObject.unwrapped(model))
    if let model = whole?.transformed(to: object) as? Model { return model }
    if Model.self == Void.self { return model }
    if let wrapped = DefinitionObject(value: object) as? Model { return wrapped }
    guard let transformed = object as? Model else {
        throw DefinitionError.unexpectedObject(
            object.map { "\(type(of: $0))" } ?? "nothing",
            wanted: whole.map { "\(type(of: $0.transformable))" } ?? "\(Model.self)")
    }
    return transformed
}

extension RequestContext {
    fileprivate var hasCallbacks: Bool {
        onSuccess != nil || onFailure != nil || onFinished != nil || onCompletion != nil
    }

    fileprivate func loadMessage(identifier: String) -> LoadMessage? {
        loadMessage.map { LoadMessage(id: identifier, text: $0, isModal: loadMessageShownModal) }
    }
}
