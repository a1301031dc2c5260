import AbstractHTTP

/// A call of a mock that ``Service(mock:)`` generates.
///
/// ```swift
/// var gitHub = GitHubMock()
/// gitHub.onListRepos = { user, page in [Repo(name: "swift")] }
/// ```
public struct MockedCall: Sendable {
    /// The closure of a called function is not set. It is the underlying error of a `ConnectionError`.
    public struct NotSet: Error, Hashable, Sendable, CustomStringConvertible {
        /// The mock and its closure, such as `GitHubMock.onListRepos`.
        public let name: String

        /// Creates an error for a closure.
        public init(_ name: String) {
            self.name = name
        }

        /// What to do.
        public var description: String { "\(name) was called, and is not set" }
    }

    private let name: String
    private let method: HTTPMethod
    private let path: String

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - name: The name of the closure, for errors.
    ///   - method: The request method.
    ///   - path: The path of the call.
    public init(_ name: String, method: HTTPMethod, path: String) {
        (self.name, self.method, self.path) = (name, method, path)
    }

    /// Returns the closure. Throws ``NotSet`` if it is nil.
    public func closure<Closure>(_ closure: Closure?) throws(NotSet) -> Closure {
        guard let closure else { throw NotSet(name) }
        return closure
    }

    /// Returns the error of a closure as the error of a call. A `ConnectionError` stays as it is, and any other error
    /// becomes the underlying one.
    public func error(of error: any Error) -> ConnectionError {
        if let error = error as? ConnectionError { return error }
        let type: ConnectionErrorType =
            switch error {
            case is CancellationError: .canceled
            case is NotSet: .invalidRequest
            default: .network
            }
        return ConnectionError(type: type, request: Request(url: .invalid(path), method: method), underlying: error)
    }

    /// Returns a connection that sends nothing, and whose model is the result of `closure`.
    public func connection<Model: Sendable>(
        _ closure: @escaping @Sendable () async throws -> Model
    ) -> Connection<Model> {
        let server = StubConnector(closure)
        return Connection(
            requestSpec: HTTP("https://mock.invalid").method(method), responseSpec: MockedResponse(server: server),
            config: ConnectionConfig(connector: server, policies: [MockedFailure(call: self, server: server)]))
    }
}

extension MockedCall: CustomReflectable {
    /// The name, the method, and the path without secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["name": name, "method": method, "path": path.templateWithoutSecretValues.inOneLine],
            displayStyle: .struct)
    }
}
