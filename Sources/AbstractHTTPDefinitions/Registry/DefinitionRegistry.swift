import AbstractHTTP

/// What definitions name: models, and what writes requests and reads responses.
///
/// ```swift
/// api.registry.register(TopicEntity.self)
/// api.registry.register(requestSerializer: "CSV", CSVContentEncoder())
/// ```
///
/// Register before the rules are loaded, which are refused when they name what is not there.
public final class DefinitionRegistry: Sendable {
    private struct State {
        var models: [String: DefinitionModel] = [:]
        var requestSerializers = RequestSerializer.standard
        var responseSerializers = ResponseSerializer.standard
    }

    /// The names that are registered.
    struct Names {
        let models: Set<String>
        let requestSerializers: Set<String>
        let responseSerializers: Set<String>
    }

    private let state = LockedValue(State())

    init() {}

    /// Registers a model under the name of its type, or another one; of two with the same name, the later one counts.
    public func register<Model: Decodable & Sendable>(_ type: Model.Type, as name: String? = nil) {
        register(name ?? "\(type)", DefinitionModel(type))
    }

    /// Registers what makes a model of the tree of an object, for models that are not `Decodable`. What `make` throws
    /// ends the request as a failure of type `.parse`.
    public func register(_ name: String, make: @escaping @Sendable (HTTPContent) throws -> any Sendable) {
        register(name, DefinitionModel(make))
    }

    private func register(_ name: String, _ model: DefinitionModel) {
        // The one before is released when the lock is left.
        var model: DefinitionModel? = model
        state.withLock { swap(&$0.models[name], &model) }
    }

    /// Registers what writes the parameters of requests.
    ///
    /// - Parameter queryMethods: The methods whose parameters stand in the query nevertheless.
    public func register(
        requestSerializer name: String, _ encoder: any ContentEncoder,
        queryMethods: Set<HTTPMethod> = RequestSerializer.queryMethods
    ) {
        var serializer: RequestSerializer? = RequestSerializer(encoder, queryMethods: queryMethods)
        state.withLock { swap(&$0.requestSerializers[name], &serializer) }
    }

    /// Registers what reads responses.
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
