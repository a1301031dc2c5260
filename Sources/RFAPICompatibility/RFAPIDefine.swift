import AbstractHTTPDefinitions
import Foundation

/// The name of a definition.
public struct RFAPIName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text.
    public let rawValue: String

    /// Makes a name of its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name of its text.
    public init(stringLiteral value: String) { rawValue = value }
}

/// A `Definition` with the names that RFAPI has for its parts. As there, it is shared, and not copied: what a manager
/// gives or is given is a view of what it has.
public final class RFAPIDefine: Sendable {
    /// Where the definition is, when it is not here.
    struct Place: Sendable {
        /// Nil where it is no more.
        let get: @Sendable () -> Definition?
        let set: @Sendable (Definition) -> Void
    }

    private struct State: Sendable {
        var definition: Definition
        var place: Place?
    }

    private let state: LockedValue<State>

    /// Makes one that leaves out everything.
    public convenience init() { self.init(Definition()) }

    /// Makes one of a definition.
    public init(_ definition: Definition) { state = LockedValue(State(definition: definition)) }

    /// Makes it a view of the definition at a place.
    func view(of place: Place) -> Self {
        state.change { $0.place = place }
        return self
    }

    /// The definition as it is now.
    public var definition: Definition {
        let state = state.withLock { $0 }
        return state.place?.get() ?? state.definition
    }

    func change(_ change: (inout Definition) -> Void) {
        var definition = definition
        change(&definition)
        state.change { $0.definition = definition }
        state.withLock(\.place)?.set(definition)
    }

    /// What requests are made by.
    public var name: RFAPIName? {
        get { definition.name.map { RFAPIName(rawValue: $0) } }
        set { change { $0.name = newValue?.rawValue } }
    }

    /// The base of paths.
    public var baseURL: URL? {
        get { definition.baseURL.flatMap { URL(string: $0) } }
        // A `URL` has the braces of a variable escaped.
        set {
            let text = newValue?.absoluteString.replacing("%7B", with: "{").replacing("%7D", with: "}")
            change { $0.baseURL = text }
        }
    }

    /// What stands before the path.
    public var pathPrefix: String? {
        get { definition.pathPrefix }
        set { change { $0.pathPrefix = newValue } }
    }

    /// The path, or the whole URL.
    public var path: String? {
        get { definition.path }
        set { change { $0.path = newValue } }
    }

    /// The method.
    public var method: String? {
        get { definition.method?.rawValue }
        set { change { $0.method = newValue.map { HTTPMethod(anyCase: $0) } } }
    }

    /// Header fields.
    public var httpRequestHeaders: [String: String]? {
        get { definition.headers }
        set { change { $0.headers = newValue } }
    }

    /// Whether credentials are sent.
    public var needsAuthorization: Bool {
        get { definition.needsAuthorization ?? false }
        set { change { $0.needsAuthorization = newValue } }
    }

    /// What is made of the response.
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
