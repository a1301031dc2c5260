import AbstractHTTPDefinitions
import Foundation

/// The name of a definition.
///
/// ```swift
/// extension RFAPIName {
///     static let topicList: Self = "TopicListRecommended"
/// }
/// ```
public struct RFAPIName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as a string.
    public let rawValue: String

    /// Creates a name from a string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from a string.
    public init(stringLiteral value: String) { rawValue = value }
}

/// A `Definition` with the member names of RFAPI. As in RFAPI, it is a shared reference. A definition that a manager
/// returns or receives is a view of the manager's definition.
///
/// ```swift
/// let define = RFAPIDefine()
/// define.name = "TopicListRecommended"
/// define.path = "topics/recommended"
/// ```
public final class RFAPIDefine: Sendable {
    /// Where the definition is stored, if not in this object.
    struct Place: Sendable {
        /// Returns nil if the definition no longer exists.
        let get: @Sendable () -> Definition?
        /// Changes the definition in one step. Returns it, and its new place if it was renamed. Returns nil if it no
        /// longer exists.
        let update: @Sendable ((inout Definition) -> Void) -> (definition: Definition, newPlace: Place?)?
    }

    private struct State: Sendable {
        var definition: Definition
        var place: Place?
    }

    private let state: LockedValue<State>
    /// Held while the definition and its place change, so that a change cannot miss a rename.
    private let turn = LockedValue(())

    /// Creates an empty definition.
    public convenience init() { self.init(Definition()) }

    /// Creates a definition from a `Definition`.
    public init(_ definition: Definition) { state = LockedValue(State(definition: definition)) }

    /// Makes this object a view of the definition at a place, and returns it.
    func view(of place: Place) -> Self {
        turn.withLock { _ in state.change { $0.place = place } }
        return self
    }

    /// The current state as a `Definition`.
    public var definition: Definition {
        turn.withLock { _ in
            let state = state.withLock { $0 }
            return state.place?.get() ?? state.definition
        }
    }

    /// Changes the definition. `change` runs under a lock, so it must not call outside code.
    func change(_ change: (inout Definition) -> Void) { turn.withLock { _ in changeNow(change) } }

    private func changeNow(_ change: (inout Definition) -> Void) {
        guard let stored = state.withLock(\.place)?.update(change) else { return changeOwn(change) }
        state.change { state in
            state.definition = stored.definition
            if let newPlace = stored.newPlace { state.place = newPlace }
        }
    }

    /// Changes the definition of this object. If it was removed from a manager, another name does not bring it back.
    private func changeOwn(_ change: (inout Definition) -> Void) {
        state.change { state in
            let name = state.definition.name
            change(&state.definition)
            if state.definition.name != name { state.place = nil }
        }
    }

    /// The name by which requests refer to the definition. Setting another name renames the definition of the manager.
    /// Setting nil removes it from the manager.
    public var name: RFAPIName? {
        get { definition.name.map { RFAPIName(rawValue: $0) } }
        set { change { $0.name = newValue?.rawValue } }
    }

    /// The base URL of paths. If it has a path that does not end with a slash, a slash is appended.
    public var baseURL: URL? {
        get { definition.baseURL.flatMap { URL(string: $0) } }
        set {
            let text = newValue?.textOfBase
            change { $0.baseURL = text }
        }
    }

    /// The text before the path.
    public var pathPrefix: String? {
        get { definition.pathPrefix }
        set { change { $0.pathPrefix = newValue } }
    }

    /// The path or a whole URL.
    public var path: String? {
        get { definition.path }
        set { change { $0.path = newValue } }
    }

    /// The method.
    public var method: String? {
        get { definition.method?.rawValue }
        set { change { $0.method = newValue.map { HTTPMethod(anyCase: $0) } } }
    }

    /// The header fields.
    public var httpRequestHeaders: [String: String]? {
        get { definition.headers }
        set { change { $0.headers = newValue } }
    }

    /// Whether the credentials are sent.
    public var needsAuthorization: Bool {
        get { definition.needsAuthorization ?? false }
        set { change { $0.needsAuthorization = newValue } }
    }

    /// What the response is decoded into.
    public var responseExpectType: RFAPIDefineResponseExpectType {
        get { definition.responseType ?? .default }
        set { change { $0.responseType = newValue } }
    }

    /// Whether an empty response is a success.
    public var responseAcceptNull: Bool {
        get { definition.acceptsNull ?? false }
        set { change { $0.acceptsNull = newValue } }
    }

    /// The name of the model.
    public var responseClass: String? {
        get { definition.responseClass }
        set { change { $0.responseClass = newValue } }
    }

    /// A comment.
    public var notes: String? {
        get { definition.notes }
        set { change { $0.notes = newValue } }
    }
}

extension RFAPIDefine: CustomReflectable {
    /// The definition without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["definition": definition], displayStyle: .class) }
}

extension URL {
    /// The text of a base URL, to which paths can be appended.
    fileprivate var textOfBase: String {
        let url =
            path().isEmpty || absoluteString.hasSuffix("/") ? self : appending(path: "", directoryHint: .isDirectory)
        // A `URL` escapes the braces of a variable.
        return url.absoluteString.replacing("%7B", with: "{").replacing("%7D", with: "}")
    }
}
