import AbstractHTTP

/// An endpoint that you call like a function of its input. Its modifiers return changed copies.
///
/// The types of the seven methods are ``Endpoint``s. An endpoint with callbacks on a queue is a ``QueuedEndpoint``.
///
/// ```swift
/// let friends = GET<Page, [Friend]>("v1/friends").header(name: "Accept-Language", value: "en")
/// let first = try await friends(Page(index: 0))
/// ```
public protocol ConfigurableEndpoint<Input, Output>: Sendable {
    /// The type of the input: ``None``, ``JSON``, or any `Encodable`. `Data` and `String` are sent without encoding.
    associatedtype Input: Encodable, Sendable
    /// The type of the output.
    associatedtype Output: Sendable
    /// The definition of the endpoint with the changes of all modifiers.
    var definition: EndpointDefinition<Input, Output> { get set }
}

extension ConfigurableEndpoint {
    /// Returns a connection that is not started yet, so that you can add to it, keep it, or await it.
    public func connection(_ input: Input) -> Connection<Output> { definition.connection(input) }

    /// Calls the endpoint. Canceling the task cancels the connection. Throws a ``AbstractHTTP/ConnectionError``.
    public func callAsFunction(_ input: Input) async throws(ConnectionError) -> Output {
        try await connection(input).response()
    }

    func with(_ change: (inout EndpointDefinition<Input, Output>) -> Void) -> Self {
        var copy = self
        change(&copy.definition)
        return copy
    }
}

extension ConfigurableEndpoint where Input == None {
    /// Returns a connection that is not started yet.
    public func connection() -> Connection<Output> { connection(None()) }

    /// Calls the endpoint.
    public func callAsFunction() async throws(ConnectionError) -> Output { try await self(None()) }
}

extension ConfigurableEndpoint where Output == None {
    /// Calls the endpoint, and ignores a successful response.
    public func callAsFunction(_ input: Input) async throws(ConnectionError) {
        _ = try await connection(input).response()
    }
}

extension ConfigurableEndpoint where Input == None, Output == None {
    /// Calls the endpoint, and ignores a successful response.
    public func callAsFunction() async throws(ConnectionError) { _ = try await connection(None()).response() }
}
