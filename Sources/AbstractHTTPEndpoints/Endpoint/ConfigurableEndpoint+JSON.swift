import AbstractHTTP

/// Calls with a dictionary of any values as the JSON, so that variables may stand in a literal: `["id": id]`.
///
/// A value is `Encodable`, or an array or a dictionary of such values; nil is null. The members are sorted by key. Any
/// other value is an `HTTPContentError` that names its place, and the call fails with it before anything is sent. A
/// literal that is a ``JSON`` by itself is taken as one, and keeps its order.
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
    /// The tree of a dictionary, or why there is none.
    fileprivate static func members(_ members: [String: Any?]) -> Self {
        Result { () throws(HTTPContentError) in try JSON(untyped: members) }
    }
}
