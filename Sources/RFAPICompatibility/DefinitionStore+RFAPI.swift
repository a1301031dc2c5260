import AbstractHTTPDefinitions
import Foundation

extension DefinitionStore {
    /// The definition that supplies what others leave out.
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
        } update: { [weak self] change in
            guard let self else { return nil }
            return (definition: updateDefault(change), newPlace: nil)
        }
    }

    /// Returns the definition named `name`.
    public func define(forName name: RFAPIName) -> RFAPIDefine? {
        definition(named: name.rawValue).map { RFAPIDefine($0).view(of: place(of: name.rawValue)) }
    }

    /// All definitions except the default, sorted by name. Setting this property replaces all definitions and ignores
    /// those without a name.
    public var defines: [RFAPIDefine] {
        get {
            definitions.map { definition in
                RFAPIDefine(definition).view(of: place(of: definition.name ?? ""))
            }
        }
        set {
            let named = newValue.map { (define: $0, definition: $0.definition) }.filter { $0.definition.hasName }
            take(named.map(\.definition), defaultDefinition, replacing: true)
            for (define, definition) in named { _ = define.view(of: place(of: definition.name ?? "")) }
        }
    }

    /// Changing a definition that was removed does not bring it back.
    private func place(of name: String) -> RFAPIDefine.Place {
        .init { [weak self] in
            self?.definition(named: name)
        } update: { [weak self] change in
            guard let self, let new = self.update(name, change) else { return nil }
            return (definition: new, newPlace: new.name == name ? nil : place(of: new.name ?? ""))
        }
    }

    /// The header fields of requests that need authorization, from ``DefinitionAPI/authorization``.
    ///
    /// Setting a single field reads and writes all of them in two steps, so changes can be lost if several threads do
    /// that concurrently.
    public var authorizationHeader: [String: String] {
        get { authorization.headers }
        set {
            var headers = newValue
            updateAuthorization { swap(&$0.headers, &headers) }
        }
    }

    /// The parameters of requests that need authorization, from ``DefinitionAPI/authorization``.
    ///
    /// Setting a single parameter reads and writes all of them in two steps, so changes can be lost if several threads
    /// do that concurrently.
    public var authorizationParameters: DefinitionParameters {
        get { authorization.parameters }
        set {
            var parameters = newValue
            updateAuthorization { swap(&$0.parameters, &parameters) }
        }
    }

    /// Returns the URL of a define that has its own base URL or a whole URL as its path.
    ///
    /// Throws ``DefinitionError`` and `InvalidRequest`.
    ///
    /// - Parameters:
    ///   - define: The define. The default define supplies nothing.
    ///   - parameters: The values of variables, and the parameters of `RFAPIRequestForceQuryStringParametersKey`.
    public func requestURL(for define: RFAPIDefine, parameters: [String: Any]? = nil) throws -> URL {
        let text = try url(of: define.definition, DefinitionParameters(parameters ?? [:]))
        guard let url = URL(string: text) else { throw InvalidRequest.malformedURL(text) }
        return url
    }

    /// Loads rules from dictionaries, and returns their faults. If there are faults, nothing is loaded. Unknown keys
    /// are ignored.
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

extension Definition {
    fileprivate var hasName: Bool { name?.isEmpty == false }
}
