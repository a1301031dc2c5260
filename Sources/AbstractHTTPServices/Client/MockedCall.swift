import AbstractHTTP

/// A call of a mock that ``Service(mock:)`` makes: what its functions are made of.
public struct MockedCall: Sendable {
    /// The closure of a mock that was called and is not set: the underlying error of a `ConnectionError`.
    public struct NotSet: Error, Hashable, Sendable, CustomStringConvertible {
        /// The mock and its closure: `GitHubMock.onListRepos`.
        public let name: String

        /// Names a closure.
        public init(_ name: String) {
            self.name = name
        }

        /// What to do.
        public var description: String { "\(name) was called, and is not set" }
    }

    private let name: String
    private let method: HTTPMethod
    private let path: String

    /// Makes a call.
    ///
    /// - Parameter name: What the closure is called, for errors.
    public init(_ name: String, method: HTTPMethod, path: String) {
        (self.name, self.method, self.path) = (name, method, path)
    }

    /// The closure. Throws ``NotSet`` where there is none.
    public func closure<Closure>(_ closure: Closure?) throws(NotSet) -> Closure {
        guard let closure else { throw NotSet(name) }
        return closure
    }

    /// What a closure threw, as the error of a call: a `ConnectionError` as it is, anything else as the underlying one.
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

    /// A connection that sends nothing, and whose model is what `closure` returns.
    public func connection<Model: Sendable>(
        _ closure: @escaping @Sendable () async throws -> Model
    ) -> Connection<Model> {
        let server = StubConnector(closure)
        return Connection(
            requestSpec: MockedRequest(httpMethod: method), responseSpec: MockedResponse(server: server),
            config: ConnectionConfig(connector: server, recoveries: [MockedFailure(call: self, server: server)]))
    }
}
