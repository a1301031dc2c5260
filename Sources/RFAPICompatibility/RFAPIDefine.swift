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

/// A `Definition` with the names that RFAPI has for its parts; as there, it is shared, and not copied.
public final class RFAPIDefine: Sendable {
    private let state: Guarded<Definition>

    /// Makes one that leaves out everything.
    public convenience init() { self.init(Definition()) }

    /// Makes one of a definition.
    public init(_ definition: Definition) { state = Guarded(definition) }

    /// The definition as it is now.
    public var definition: Definition { state.withLock { $0 } }

    /// What requests are made by.
    public var name: RFAPIName? {
        get { definition.name.map { RFAPIName(rawValue: $0) } }
        set { state.change { $0.name = newValue?.rawValue } }
    }

    /// The base of paths.
    public var baseURL: URL? {
        get { definition.baseURL.flatMap { URL(string: $0) } }
        // A `URL` has the braces of a gap escaped.
        set {
            let text = newValue?.absoluteString.replacing("%7B", with: "{").replacing("%7D", with: "}")
            state.change { $0.baseURL = text }
        }
    }

    /// What stands before the path.
    public var pathPrefix: String? {
        get { definition.pathPrefix }
        set { state.change { $0.pathPrefix = newValue } }
    }

    /// The path, or the whole URL.
    public var path: String? {
        get { definition.path }
        set { state.change { $0.path = newValue } }
    }

    /// The method.
    public var method: String? {
        get { definition.method?.rawValue }
        set { state.change { $0.method = newValue.map { HTTPMethod(rawValue: $0) } } }
    }

    /// Header fields.
    public var httpRequestHeaders: [String: String]? {
        get { definition.headers }
        set { state.change { $0.headers = newValue } }
    }

    /// Whether credentials are sent.
    public var needsAuthorization: Bool {
        get { definition.needsAuthorization ?? false }
        set { state.change { $0.needsAuthorization = newValue } }
    }

    /// What is made of the response.
    public var responseExpectType: RFAPIDefineResponseExpectType {
        get { definition.responseType ?? .default }
        set { state.change { $0.responseType = newValue } }
    }

    /// Whether an empty response is a success.
    public var responseAcceptNull: Bool {
        get { definition.acceptsNull ?? false }
        set { state.change { $0.acceptsNull = newValue } }
    }

    /// The name of the model.
    public var responseClass: String? {
        get { definition.responseClass }
        set { state.change { $0.responseClass = newValue } }
    }

    /// A comment.
    public var notes: String? {
        get { definition.notes }
        set { state.change { $0.notes = newValue } }
    }
}
