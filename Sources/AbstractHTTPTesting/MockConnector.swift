import AbstractHTTP

/// A connector that is one closure.
///
/// ```swift
/// let connector = MockConnector { request in
///     Response(statusCode: 200, data: Data("hello".utf8))
/// }
/// ```
public struct MockConnector: HTTPConnector {
    private let respond: @Sendable (Request) async throws -> Response

    /// Makes a connector that answers with what `respond` returns, or fails with what it throws.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        self.respond = respond
    }

    /// Calls the closure.
    public func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(try await respond(request))
    }
}

extension HTTPConnector where Self == MockConnector {
    /// A connector that answers with the response that `respond` returns, or fails with the error that it throws.
    ///
    /// ```swift
    /// let config = ConnectionConfig(connector: .mock { _ in Response(statusCode: 204) })
    /// ```
    public static func mock(_ respond: @escaping @Sendable (Request) async throws -> Response) -> MockConnector {
        MockConnector(respond)
    }
}
