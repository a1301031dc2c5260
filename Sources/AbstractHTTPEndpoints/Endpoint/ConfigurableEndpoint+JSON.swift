import AbstractHTTP

/// Calls with a dictionary of any values as the JSON, so that a literal can contain variables: `["id": id]`.
///
/// Each value is `Encodable`, or an array or a dictionary of such values. Nil is null. The members are sorted by key.
/// For any other value, the call fails with an `HTTPContentError` that names its position, before anything is sent. A
/// literal that is itself a ``JSON`` is used as such and keeps its order.
extension ConfigurableEndpoint where Input == JSON {
    /// Returns a connection that is not started yet, with a dictionary of any values as its input.
    @_disfavoredOverload
    public func connection(_ members: [String: Any?]) -> Connection<Output> {
        definition.connection(of: .members(members))
    }

    /// Calls the endpoint with a dictionary of any values.
    @_disfavoredOverload
    public func callAsFunction(_ members: [String: Any?]) async throws(ConnectionError) -> Output {
        try await connection(members).response()
    }
}

extension ConfigurableEndpoint where Input == JSON, Output == None {
    /// Calls the endpoint with a dictionary of any values, and ignores a successful response.
    @_disfavoredOverload
    public func callAsFunction(_ members: [String: Any?]) async throws(ConnectionError) {
        _ = try await connection(members).response()
    }

    /// Starts a connection with a dictionary of any values, and returns it.
    @_disfavoredOverload
    @discardableResult
    public func request(_ members: [String: Any?]) -> Connection<None> { connection(members).start() }
}

extension Endpoint where Input == JSON {
    /// Starts a connection with a dictionary of any values, and returns it. The completion is called as in the other
    /// methods.
    @_disfavoredOverload
    @discardableResult
    public func request(_ members: [String: Any?], completion: @escaping Completion) -> Connection<Output> {
        start(.members(members), completion: completion)
    }

    /// The same as `request(_:completion:)`.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(_ members: [String: Any?], completion: @escaping Completion) -> Connection<Output> {
        request(members, completion: completion)
    }
}

extension QueuedEndpoint where Input == JSON {
    /// Starts a connection with a dictionary of any values, and returns it. The completion is called as in the other
    /// methods.
    @_disfavoredOverload
    @discardableResult
    public func request(_ members: [String: Any?], completion: @escaping Completion) -> Connection<Output> {
        start(connection(members), completion: completion)
    }

    /// The same as `request(_:completion:)`.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(_ members: [String: Any?], completion: @escaping Completion) -> Connection<Output> {
        request(members, completion: completion)
    }
}

extension Result where Success == JSON, Failure == HTTPContentError {
    /// Converts a dictionary to a tree, or returns the error.
    fileprivate static func members(_ members: [String: Any?]) -> Self {
        Result { () throws(HTTPContentError) in try JSON(untyped: members) }
    }
}
