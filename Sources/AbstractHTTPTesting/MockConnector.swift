import AbstractHTTP

/// A connector that calls a closure.
///
/// ```swift
/// let connector = MockConnector { request in
///     Response(statusCode: 200, data: Data("hello".utf8))
/// }
/// ```
public struct MockConnector: HTTPConnector {
    private let respond: @Sendable (Request) async throws -> Response

    /// Creates a connector that returns the response of `respond`, or throws its error.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        self.respond = respond
    }

    /// Calls the closure.
    public func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(try await respond(request))
    }
}

extension HTTPConnector where Self == MockConnector {
    /// Creates a connector that returns the response of `respond`, or throws its error.
    ///
    /// ```swift
    /// let config = ConnectionConfig(connector: .mock { _ in Response(statusCode: 204) })
    /// ```
    public static func mock(_ respond: @escaping @Sendable (Request) async throws -> Response) -> MockConnector {
        MockConnector(respond)
    }
}
