import AbstractHTTP

extension ConfigurableEndpoint {
    /// On another base, which is evaluated for each attempt; nil for that of ``Configuration``. An absolute URL needs
    /// none and ignores it.
    public func base(_ base: @autoclosure @escaping @Sendable () -> String?) -> Self {
        with { $0.address.base = base }
    }

    /// At another path or absolute URL.
    public func path(_ path: String) -> Self { with { $0.address.paths = [EndpointPath(path)] } }

    /// At a path below its own, with one slash between them. It may have variables, which is where values belong:
    /// `appendPath("{id}/posts")`.
    public func appendPath(_ path: String) -> Self { with { $0.address.paths.append(EndpointPath(path)) } }

    /// With a value for the variable called `name`, which the input need not have then: for a body that has no keys.
    ///
    /// ```swift
    /// let upload = PUT<Data, None>("v1/friends/{id}/avatar")
    /// try await upload.pathParameter("id", 7)(image)
    /// ```
    public func pathParameter(_ name: String, _ value: some Encodable & Sendable) -> Self {
        with { $0.parameters[name] = value }
    }

    /// At a URL that stands in for the true one: a server for trying things out. It has the variables of the path, or
    /// none; input, headers and all the rest stay.
    public func mock(_ url: String) -> Self { mocked(by: url) }

    /// With an output that is there already: nothing is sent. Listeners, middleware and callbacks see a call like any
    /// other, with an empty response; recovery policies are not asked. A literal of a text is a URL; see
    /// ``mock(value:)``.
    public func mock(_ value: Output) -> Self { mock(value: value) }

    /// The same, also where the output is a text, which would be taken for a URL.
    public func mock(value: Output) -> Self {
        with { ($0.mockedOutput, $0.address.mock) = (value, nil) }
    }

    /// The same as ``mock(_:)-(String)``.
    public func setMock(_ url: String) -> Self { mocked(by: url) }

    fileprivate func mocked(by url: String) -> Self {
        with { ($0.mockedOutput, $0.address.mock) = (nil, EndpointPath(url)) }
    }
}

extension ConfigurableEndpoint where Output == String {
    /// At a URL that stands in for the true one: a text is one here, too. For an output there is ``mock(value:)``.
    public func mock(_ url: String) -> Self { mocked(by: url) }
}
