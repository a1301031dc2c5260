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

extension DefinitionStore {
    /// What definitions take what they leave out from.
    public var defaultDefine: RFAPIDefine? {
        get { linked(RFAPIDefine(defaultDefinition)) }
        set {
            defaultDefinition = newValue?.definition ?? Definition()
            if let newValue { _ = linked(newValue) }
        }
    }

    private func linked(_ define: RFAPIDefine) -> RFAPIDefine {
        define.onChange { [weak self] definition in self?.defaultDefinition = definition }
    }

    /// The definition called `name`.
    public func define(forName name: RFAPIName) -> RFAPIDefine? {
        definition(named: name.rawValue).map { definition in
            RFAPIDefine(definition).onChange { [weak self] definition in try? self?.add(definition) }
        }
    }

    /// Loads rules that are read already; returns what is wrong in them, of which nothing is taken then. Unknown keys are ignored.
    @discardableResult
    public func setDefinesWithRulesInfo(_ rules: [String: [String: Any]]) -> [DefinitionFault] {
        do {
            try load(rules: rules, lenient: true)
            return []
        } catch let error as DefinitionFaults {
            return error.faults
        } catch {
            return []
        }
    }
}
