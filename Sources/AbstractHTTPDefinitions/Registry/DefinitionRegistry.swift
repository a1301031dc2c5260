import AbstractHTTP

/// The models and serializers that definitions refer to by name.
///
/// ```swift
/// api.registry.register(TopicEntity.self)
/// api.registry.register(requestSerializer: "CSV", CSVContentEncoder())
/// ```
///
/// Register models and serializers before you load rules. Rules with unknown names are rejected.
public final class DefinitionRegistry: Sendable {
    private struct State {
        var models: [String: DefinitionModel] = [:]
        var requestSerializers = RequestSerializer.standard
        var responseSerializers = ResponseSerializer.standard
    }

    /// The registered names.
    struct Names {
        let models: Set<String>
        let requestSerializers: Set<String>
        let responseSerializers: Set<String>
    }

    private let state = LockedValue(State())

    init() {}

    /// Registers a model under the name of its type or another name. A later registration replaces an earlier one with
    /// the same name.
    public func register<Model: Decodable & Sendable>(_ type: Model.Type, as name: String? = nil) {
        register(name ?? "\(type)", DefinitionModel(type))
    }

    /// Registers a closure that creates a model from an object's tree, for models that are not `Decodable`. An error of
    /// `make` ends the request with a failure of type `.parse`.
    public func register(_ name: String, make: @escaping @Sendable (HTTPContent) throws -> any Sendable) {
        register(name, DefinitionModel(make))
    }

    private func register(_ name: String, _ model: DefinitionModel) {
        // The previous model is released outside the lock.
        var model: DefinitionModel? = model
        state.withLock { swap(&$0.models[name], &model) }
    }

    /// Registers a serializer that writes the parameters of requests.
    ///
    /// - Parameters:
    ///   - name: The name in rule files.
    ///   - encoder: The encoder of parameters that go into the body.
    ///   - queryMethods: The methods whose parameters go into the query instead.
    public func register(
        requestSerializer name: String, _ encoder: any ContentEncoder,
        queryMethods: Set<HTTPMethod> = RequestSerializer.queryMethods
    ) {
        var serializer: RequestSerializer? = RequestSerializer(encoder, queryMethods: queryMethods)
        state.withLock { swap(&$0.requestSerializers[name], &serializer) }
    }

    /// Registers a serializer that reads responses.
    public func register(responseSerializer name: String, _ decoder: any ContentDecoder) {
        var serializer: ResponseSerializer? = .decoder(decoder)
        state.withLock { swap(&$0.responseSerializers[name], &serializer) }
    }
}

extension DefinitionRegistry {
    var names: Names {
        let state = state.withLock { $0 }
        return Names(
            models: Set(state.models.keys), requestSerializers: Set(state.requestSerializers.keys),
            responseSerializers: Set(state.responseSerializers.keys))
    }

    func model(named name: String) throws(DefinitionError) -> DefinitionModel {
        guard let model = state.withLock({ $0.models[name] }) else {
            throw .unknownModel(name, known: names.models.sorted())
        }
        return model
    }

    func requestSerializer(named name: String) throws(DefinitionError) -> RequestSerializer {
        guard let serializer = state.withLock({ $0.requestSerializers[name] }) else {
            throw .unknownRequestSerializer(name, known: names.requestSerializers.sorted())
        }
        return serializer
    }

    func responseSerializer(named name: String) throws(DefinitionError) -> ResponseSerializer {
        guard let serializer = state.withLock({ $0.responseSerializers[name] }) else {
            throw .unknownResponseSerializer(name, known: names.responseSerializers.sorted())
        }
        return serializer
    }
}
