@_exported import AbstractHTTPDefinitions

// The names that RFAPI has for what is in AbstractHTTPDefinitions.

/// Makes requests of definitions.
public typealias RFAPI = DefinitionAPI
/// Has the definitions.
public typealias RFAPIDefineManager = DefinitionStore
/// A request, and what has come of it.
public typealias RFAPITask = DefinitionTask
/// What a request has beside its definition.
public typealias RFAPIRequestConext = RequestContext
/// What is made of a response.
public typealias RFAPIDefineResponseExpectType = Definition.ResponseType
/// When a stored response is used.
public typealias RFAPIDefineCachePolicy = Definition.CachePolicy
/// What happens when the server cannot be reached.
public typealias RFAPIDefineOfflinePolicy = Definition.OfflinePolicy

/// The key of an array that is the whole of what is sent.
public let RFAPIRequestArrayParameterKey = DefinitionParameters.wholeArray
/// The key of parameters that stand in the query.
public let RFAPIRequestForceQuryStringParametersKey = DefinitionParameters.forcedQuery

extension DefinitionAPI {
    /// The definitions.
    public var defineManager: DefinitionStore { store }

    /// Begins the request of the definition called `name`.
    @discardableResult
    public func request(
        name: RFAPIName, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        request(name: name.rawValue, context: context)
    }

    /// Begins the request of a definition, as it is now.
    @discardableResult
    public func request(
        define: RFAPIDefine, context: (inout RequestContext) -> Void = { _ in }
    ) -> DefinitionTask {
        request(definition: define.definition, context: context)
    }
}

extension DefinitionAPI {
    /// Returns the running tasks with this identifier, none for nil.
    public func operations(withIdentifier identifier: String?) -> [DefinitionTask] {
        identifier.map { tasks(identifier: $0) } ?? []
    }

    /// Returns the running tasks of this group, none for nil.
    public func operations(withGroupIdentifier identifier: String?) -> [DefinitionTask] {
        identifier.map { tasks(group: $0) } ?? []
    }

    /// Cancels the running tasks with this identifier, none for nil.
    public func cancelOperation(withIdentifier identifier: String?) {
        if let identifier { cancel(identifier: identifier) }
    }

    /// Cancels the running tasks of this group, none for nil.
    public func cancelOperations(withGroupIdentifier identifier: String?) {
        if let identifier { cancel(group: identifier) }
    }
}
