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
        get { RFAPIDefine(defaultDefinition).view(of: defaultPlace) }
        set {
            defaultDefinition = newValue?.definition ?? Definition()
            _ = newValue?.view(of: defaultPlace)
        }
    }

    private var defaultPlace: RFAPIDefine.Place {
        .init { [weak self] in
            self?.defaultDefinition
        } set: { [weak self] in
            self?.defaultDefinition = $0
        }
    }

    /// The definition called `name`.
    public func define(forName name: RFAPIName) -> RFAPIDefine? {
        guard let definition = definition(named: name.rawValue) else { return nil }
        return RFAPIDefine(definition).view(
            of: .init { [weak self] in
                self?.definition(named: name.rawValue)
            } set: { [weak self] in
                try? self?.add($0)
            })
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
