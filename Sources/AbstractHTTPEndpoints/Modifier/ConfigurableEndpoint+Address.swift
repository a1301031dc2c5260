import AbstractHTTP

extension ConfigurableEndpoint {
    /// Sets the base URL, which is evaluated for each attempt. If it is nil, ``Configuration`` provides it. An endpoint
    /// with an absolute URL ignores it.
    public func base(_ base: @autoclosure @escaping @Sendable () -> String?) -> Self {
        with { $0.address.base = base }
    }

    /// Sets the path or the absolute URL.
    public func path(_ path: String) -> Self { with { $0.address.paths = [EndpointPath(path)] } }

    /// Appends a path, with one slash between the two. Write values as variables of the path:
    /// `appendPath("{id}/posts")`.
    public func appendPath(_ path: String) -> Self { with { $0.address.paths.append(EndpointPath(path)) } }

    /// Sets the value of the path variable named `name`. Use it if the input has no such member, for example because it
    /// is `Data`.
    ///
    /// ```swift
    /// let upload = PUT<Data, None>("v1/friends/{id}/avatar")
    /// try await upload.pathParameter("id", 7)(image)
    /// ```
    public func pathParameter(_ name: String, _ value: some Encodable & Sendable) -> Self {
        with { $0.parameters[name] = value }
    }

    /// Sets where members of the input go, under which names, and in which format.
    ///
    /// ```swift
    /// let find = GET<Find, [User]>("users")
    ///     .params(["since": .header("If-Modified-Since", dates: .httpDate), "ids": .query("id", arrays: .commas)])
    /// ```
    ///
    /// All other members go into the path, and into the query or the body. If a member is in the body, they go into the
    /// query. A call with an input that has no members, or not the named ones, fails with an `HTTPContentError`, before
    /// anything is sent.
    public func params(_ places: [String: ParameterLocation]) -> Self {
        with { $0.places.merge(places) { _, last in last } }
    }

    /// Sends requests to another URL, such as that of a test server. The URL can have the variables of the path. Input,
    /// header fields, and all other settings stay.
    public func mock(_ url: String) -> Self { mocked(by: url) }

    /// Returns a fixed output, and sends nothing. Listeners, middleware, and callbacks see an ordinary call with an
    /// empty response. Recovery policies are not asked. A string literal is treated as a URL. See ``mock(value:)``.
    public func mock(_ value: Output) -> Self { mock(value: value) }

    /// Returns a fixed output, and sends nothing. Use it for an output that is a string, which `mock(_: String)` would
    /// treat as a URL.
    public func mock(value: Output) -> Self {
        with { ($0.mockedOutput, $0.address.mock) = ({ value }, nil) }
    }

    /// The same as `mock(_: String)`.
    public func setMock(_ url: String) -> Self { mocked(by: url) }

    fileprivate func mocked(by url: String) -> Self {
        with { ($0.mockedOutput, $0.address.mock) = (nil, EndpointPath(url)) }
    }
}

extension ConfigurableEndpoint where Output == String {
    /// Sends requests to another URL, such as that of a test server. To mock an output that is a string, use
    /// ``mock(value:)``.
    public func mock(_ url: String) -> Self { mocked(by: url) }
}
