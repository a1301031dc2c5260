import AbstractHTTP

/// The address of an endpoint: a base URL and the paths after it.
struct EndpointAddress: Sendable {
    /// The paths. The first one may be an absolute URL.
    var paths: [EndpointPath]
    var base: @Sendable () -> String?
    /// The path or URL that replaces the paths.
    var mock: EndpointPath?

    init(path: String, base: @escaping @Sendable () -> String?) {
        paths = [EndpointPath(path)]
        self.base = base
    }

    /// The mock, if it is an absolute URL.
    var mockBase: String? { mock.flatMap { $0.text.isAbsoluteURL ? $0.text : nil } }

    /// Evaluates the base of the endpoint, which an absolute URL ignores. Each attempt calls this method once, because
    /// the base can change at any time.
    func evaluatedBase() -> String? {
        guard let first = mock ?? paths.first, first.text.isAbsoluteURL else { return base() }
        return nil
    }

    /// Returns the evaluated base of the endpoint, or its path if that is an absolute URL.
    func writtenBase(_ base: String?) -> String? {
        guard let first = paths.first, first.text.isAbsoluteURL else { return base }
        return first.text
    }

    /// The paths as written, for messages.
    var text: String { paths.dropFirst().reduce(paths.first?.text ?? "") { $0.appendingURLPath($1.text) } }

    /// The variables of the paths and of the mock. The content does not repeat them.
    func variableNames() throws(URITemplateError) -> Set<String> {
        if mock == nil, paths.count == 1 { return try paths[0].variableNames() }
        var names = try mock?.variableNames() ?? []
        for path in paths { names.formUnion(try path.variableNames()) }
        return names
    }

    /// Returns the URL with the values of its variables.
    ///
    /// - Parameter base: The base of the endpoint or, if it has none, of the configuration.
    func url(filledBy variables: VariableValues, base: String?) throws -> String {
        let paths = mock.map { [$0] } ?? paths
        let filled = try paths.map { try $0.filled(by: variables) }
        // Check the path as written, so that the value of a variable cannot lead to another host.
        guard let first = paths.first, !first.text.isAbsoluteURL else {
            return filled.dropFirst().reduce(filled.first ?? "") { $0.appendingURLPath($1) }
        }
        guard let base else { throw InvalidRequest.missingBase(text) }
        // An endpoint's own base that is empty is a mistake.
        guard !base.isEmpty else { throw InvalidRequest.baseURL(base) }
        let rest = filled.dropFirst().reduce(filled.first ?? "") { $0.appendingURLPath($1) }
        return try RequestDefaults(baseURL: base).url(of: rest)
    }
}
