import AbstractHTTP

/// An endpoint that is a function of its input: it is called as one, and its modifiers return changed copies.
///
/// The seven methods are ``Endpoint``s; one whose callbacks are on a queue is a ``QueuedEndpoint``.
public protocol ConfigurableEndpoint<Input, Output>: Sendable {
    /// What is sent: ``None``, ``JSON``, or anything that can be encoded. `Data` and `String` go as they are.
    associatedtype Input: Encodable, Sendable
    /// What comes back.
    associatedtype Output: Sendable
    /// What the endpoint is, with all that modifiers have changed.
    var definition: EndpointDefinition<Input, Output> { get set }
}

extension ConfigurableEndpoint {
    /// A connection that is not started, to add to it, keep it, or await it.
    public func connection(_ input: Input) -> Connection<Output> { definition.connection(input) }

    /// Calls the endpoint. Canceling the awaiting task cancels the connection; what it throws is a ``ConnectionError``
    /// with all that is known.
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
    /// A connection that is not started.
    public func connection() -> Connection<Output> { connection(None()) }

    /// Calls the endpoint.
    public func callAsFunction() async throws(ConnectionError) -> Output { try await self(None()) }
}

extension ConfigurableEndpoint where Output == None {
    /// Calls the endpoint, whose response is ignored where it is a success.
    public func callAsFunction(_ input: Input) async throws(ConnectionError) {
        _ = try await connection(input).response()
    }
}

extension ConfigurableEndpoint where Input == None, Output == None {
    /// Calls the endpoint, whose response is ignored where it is a success.
    public func callAsFunction() async throws(ConnectionError) { _ = try await connection(None()).response() }
}
