@_exported import AbstractHTTPDefinitions
@_exported import AbstractHTTPUserMessages

// RFAPI's names for the declarations of AbstractHTTPDefinitions.

/// Sends the requests of definitions.
public typealias RFAPI = DefinitionAPI
/// Stores the definitions.
public typealias RFAPIDefineManager = DefinitionStore
/// A request and its result.
public typealias RFAPITask = DefinitionTask
/// The settings of one request.
public typealias RFAPIRequestConext = RequestContext
/// What a response is decoded into.
public typealias RFAPIDefineResponseExpectType = Definition.ResponseType
/// When a stored response is used.
public typealias RFAPIDefineCachePolicy = Definition.CacheMode
/// What happens when the server cannot be reached.
public typealias RFAPIDefineOfflinePolicy = Definition.OfflinePolicy

/// The key of an array that is sent as the whole content.
public let RFAPIRequestArrayParameterKey = DefinitionParameters.wholeArray
/// The key of parameters that go into the query.
public let RFAPIRequestForceQuryStringParametersKey = DefinitionParameters.forcedQuery

extension DefinitionAPI {
    /// The definitions.
    public var defineManager: DefinitionStore { store }

    /// Starts the request of the definition named `name`.
    @discardableResult
    public func request(
        name: RFAPIName, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        request(name: name.rawValue, context: context)
    }

    /// Starts a request of a definition in its current state.
    @discardableResult
    public func request(
        define: RFAPIDefine, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        request(definition: define.definition, context: context)
    }
}

extension DefinitionAPI {
    /// Returns the running tasks with an identifier, or none if it is nil.
    public func operations(withIdentifier identifier: String?) -> [DefinitionTask] {
        identifier.map { tasks(identifier: $0) } ?? []
    }

    /// Returns the running tasks of a group, or none if it is nil.
    public func operations(withGroupIdentifier identifier: String?) -> [DefinitionTask] {
        identifier.map { tasks(group: $0) } ?? []
    }

    /// Cancels the running tasks with an identifier, or none if it is nil.
    public func cancelOperation(withIdentifier identifier: String?) {
        if let identifier { cancel(identifier: identifier) }
    }

    /// Cancels the running tasks of a group, or none if it is nil.
    public func cancelOperations(withGroupIdentifier identifier: String?) {
        if let identifier { cancel(group: identifier) }
    }
}
