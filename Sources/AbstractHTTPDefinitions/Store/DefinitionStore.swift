import AbstractHTTP
import Foundation

/// The definitions of an API, by name, and the default definition, which supplies what they leave out.
///
/// ```swift
/// try api.store.load(json: Data(contentsOf: rules))
/// api.store.defaultDefinition.baseURL = "https://staging.example.com/"
/// ```
public final class DefinitionStore: Sendable {
    private struct State {
        var definitions: [String: Definition] = [:] { didSet { complete = [:] } }
        var defaultDefinition = Definition() { didSet { complete = [:] } }
        var requestSerializer = RequestSerializer.json
        var responseSerializer = ResponseSerializer.json
        var authorization = DefinitionAuthorization() {
            didSet { if oldValue.isUsed, oldValue.account != authorization.account { session += 1 } }
        }
        /// The number of the session. It grows when the account changes.
        private(set) var session = 0
        /// The base URLs of all rule files. A file may come from a server, so these may not get credentials.
        var basesOfFiles: Set<String> = []
        /// The faults of the last file, if it was rejected.
        var refused: [DefinitionFault] = []
        /// The definitions that were requested since the last change.
        private var complete: [String: CompleteDefinition] = [:]

        mutating func completeDefinition(named name: String) -> CompleteDefinition? {
            if let known = complete[name] { return known }
            guard let definition = definitions[name] else { return nil }
            let new = CompleteDefinition(definition.merged(over: defaultDefinition))
            complete[name] = new
            return new
        }
    }

    private let state = LockedValue(State())
    private let registry: DefinitionRegistry

    init(registry: DefinitionRegistry) {
        self.registry = registry
    }

    /// The definition that supplies what others leave out. Its name is ignored.
    ///
    /// Setting a single member reads and writes the definition in two steps, so changes can be lost if several threads
    /// do that concurrently.
    public var defaultDefinition: Definition {
        get { state.withLock(\.defaultDefinition) }
        set {
            var definition = newValue
            state.withLock { swap(&$0.defaultDefinition, &definition) }
        }
    }

    /// The serializer of definitions that do not set a request serializer. Default: JSON, and the query for GET, HEAD,
    /// and DELETE.
    public var defaultRequestSerializer: RequestSerializer {
        get { state.withLock(\.requestSerializer) }
        set {
            var serializer = newValue
            state.withLock { swap(&$0.requestSerializer, &serializer) }
        }
    }

    /// The serializer of definitions that do not set a response serializer. Default: JSON.
    public var defaultResponseSerializer: ResponseSerializer {
        get { state.withLock(\.responseSerializer) }
        set {
            var serializer = newValue
            state.withLock { swap(&$0.responseSerializer, &serializer) }
        }
    }

    /// The credentials of definitions that need them. See ``DefinitionAPI/authorization``.
    package var authorization: DefinitionAuthorization {
        get { state.withLock(\.authorization) }
        set {
            var authorization = newValue
            state.withLock { swap(&$0.authorization, &authorization) }
        }
    }

    /// The number of the session.
    var session: Int { state.withLock(\.session) }

    /// Changes the credentials in one step. `change` runs under the lock, so it must not call outside code.
    package func updateAuthorization(_ change: (inout DefinitionAuthorization) -> Void) {
        state.withLock { change(&$0.authorization) }
    }

    /// The definitions, sorted by name, without members of the default definition.
    public var definitions: [Definition] {
        state.withLock { Array($0.definitions.values) }.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    /// Returns the definition named `name` without members of the default definition, or nil if there is none.
    public func definition(named name: String) -> Definition? { state.withLock { $0.definitions[name] } }

    /// Adds a definition, which replaces one with the same name. Throws ``DefinitionError/noName``.
    public func add(_ definition: Definition) throws(DefinitionError) {
        guard let name = definition.name, !name.isEmpty else { throw .noName }
        var definition: Definition? = definition
        state.withLock { swap(&$0.definitions[name], &definition) }
    }

    /// Removes a definition, and returns it if it existed.
    @discardableResult
    public func remove(_ name: String) -> Definition? { state.withLock { $0.definitions.removeValue(forKey: name) } }

    /// Changes a definition in one step, and returns it, or nil if there is none. A new name moves the definition, and
    /// without a name, it is removed. `change` runs under the lock, so it must not call outside code.
    package func update(_ name: String, _ change: (inout Definition) -> Void) -> Definition? {
        state.withLock { state -> Definition? in
            guard var definition = state.definitions[name] else { return nil }
            change(&definition)
            if definition.name != name { state.definitions[name] = nil }
            if let newName = definition.name, !newName.isEmpty { state.definitions[newName] = definition }
            return definition
        }
    }

    /// Changes the default definition in one step, and returns it. `change` runs under the lock, so it must not call
    /// outside code.
    package func updateDefault(_ change: (inout Definition) -> Void) -> Definition {
        state.withLock { state -> Definition in
            change(&state.defaultDefinition)
            return state.defaultDefinition
        }
    }
}

extension DefinitionStore {
    /// Returns the base URL of a definition that was made in code. Nil if it has none, or one of a rule file.
    func trustedBase(of definition: Definition) -> String? {
        definition.baseURL.flatMap { base in state.withLock { $0.basesOfFiles.contains(base) } ? nil : base }
    }

    /// Returns `definition`, completed from the default definition.
    func complete(_ definition: Definition) -> CompleteDefinition {
        CompleteDefinition(definition.merged(over: defaultDefinition))
    }

    /// Returns the definition named `name`, completed from the default definition.
    func completeDefinition(named name: String) throws(DefinitionError) -> CompleteDefinition {
        let (definition, refused) = state.withLock { ($0.completeDefinition(named: name), $0.refused) }
        guard let definition else { throw .unknownName(name, similar: names(like: name), refused: refused) }
        return definition
    }

    private func names(like name: String) -> [String] {
        let letters = name.letters
        let alike = state.withLock { Array($0.definitions.keys) }.filter { other in
            let others = other.letters
            return letters.nearest(of: [others]) != nil
                || min(letters.count, others.count) > 2 && (others.contains(letters) || letters.contains(others))
        }
        return Array(alike.sorted().prefix(3))
    }

    /// Replaces all definitions with those of a file, or adds those of the file.
    package func take(_ definitions: [Definition], _ defaultDefinition: Definition?, replacing: Bool) {
        var new = Dictionary(definitions.map { ($0.name ?? "", $0) }) { first, _ in first }
        var newDefault = defaultDefinition ?? Definition()
        state.withLock { state in
            if !replacing { new.merge(state.definitions) { new, _ in new } }
            swap(&state.definitions, &new)
            state.refused = []
            if replacing || defaultDefinition != nil { swap(&state.defaultDefinition, &newDefault) }
        }
    }

    /// The default definition without its name, or nil if it is empty.
    private var knownDefault: Definition? {
        var definition = defaultDefinition
        definition.name = nil
        return definition == Definition() ? nil : definition
    }

    /// Loads all of a file or, if it has faults, nothing.
    ///
    /// - Parameter isEmptyFault: Whether a file without definitions is a fault.
    func load(
        _ file: RuleFile, lenient: Bool, replacing: Bool, isEmptyFault: Bool = false
    ) throws(DefinitionFaults) -> [DefinitionFault] {
        do throws(DefinitionFaults) {
            let known = replacing ? [] : definitions.compactMap(\.name)
            let knownDefault = replacing ? nil : knownDefault
            var reader = RuleReader(registry.names, isLenient: lenient, known: known, knownDefault: knownDefault)
            reader.read(try file.content())
            for path in file.repeatedKeys {
                reader.note(
                    path, "the key \((path.keys.last ?? "").debugDescription) is repeated; remove one of the two")
            }
            guard reader.faults.isEmpty else { throw DefinitionFaults(faults: reader.faults) }
            if isEmptyFault, reader.definitions.isEmpty { throw DefinitionFaults("the file has no definitions") }
            let all = reader.definitions + [reader.defaultDefinition].compactMap(\.self)
            let bases = all.compactMap(\.baseURL)
            state.withLock { $0.basesOfFiles.formUnion(bases) }
            take(reader.definitions, reader.defaultDefinition, replacing: replacing)
            return reader.warnings
        } catch {
            state.withLock { $0.refused = error.faults }
            throw error
        }
    }
}

extension DefinitionAuthorization {
    /// Whether a user is signed in.
    fileprivate var isUsed: Bool { account != nil || !headers.isEmpty || !parameters.isEmpty }
}
