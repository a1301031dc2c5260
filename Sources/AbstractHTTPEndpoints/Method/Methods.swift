import AbstractHTTP

/// Gets a resource (RFC 9110, section 9.3.1). The input goes into the query.
///
/// ```swift
/// let friends = GET<Page, [Friend]>("v1/friends")
/// let friends = try await friends(Page(index: 0))
/// ```
public struct GET<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `GET`
    public static var method: HTTPMethod { .get }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of a GET endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}

/// Asks the server to process the input (RFC 9110, section 9.3.3). The input is the body.
///
/// ```swift
/// let login = POST<Account, UserInfo>("v1/login")
/// let user = try await login(account)
/// ```
public struct POST<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `POST`
    public static var method: HTTPMethod { .post }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of a POST endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}

/// Creates or replaces a resource (RFC 9110, section 9.3.4). The input is the body.
///
/// ```swift
/// let save = PUT<User, None>("v1/users/{id}")
/// try await save(user)
/// ```
public struct PUT<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `PUT`
    public static var method: HTTPMethod { .put }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of a PUT endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}

/// Changes a part of a resource (RFC 5789). The input is the body.
///
/// ```swift
/// let rename = PATCH<JSON, User>("v1/users/7")
/// let user = try await rename(["name": "Grace", "nickname": nil])
/// ```
public struct PATCH<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `PATCH`
    public static var method: HTTPMethod { .patch }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of a PATCH endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}

/// Deletes a resource (RFC 9110, section 9.3.5). The input goes into the query.
///
/// ```swift
/// let delete = DELETE<Int, None>("v1/users/{id}")
/// try await delete(7)
/// ```
public struct DELETE<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `DELETE`
    public static var method: HTTPMethod { .delete }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of a DELETE endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}

/// Asks for the communication options of a resource (RFC 9110, section 9.3.7). The input is the body.
///
/// ```swift
/// let options = OPTIONS<None, None>("v1/users")
/// try await options()
/// ```
public struct OPTIONS<Input: Encodable & Sendable, Output: Sendable>: MethodEndpoint {
    /// `OPTIONS`
    public static var method: HTTPMethod { .options }
    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>

    /// Creates an endpoint with the definition of an OPTIONS endpoint.
    public init(definition: EndpointDefinition<Input, Output>) { self.definition = definition }
}
