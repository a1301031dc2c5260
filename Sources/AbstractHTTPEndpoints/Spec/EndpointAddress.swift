import AbstractHTTP

/// Where an endpoint is: a base, and paths that stand on it.
struct EndpointAddress: Sendable {
    /// The first may be an absolute URL.
    var paths: [String]
    var base: @Sendable () -> String?
    /// Stands in place of the paths.
    var mock: String?

    init(path: String, base: @escaping @Sendable () -> String?) {
        paths = [path]
        self.base = base
    }

    /// The paths as they were written, for messages.
    var text: String { paths.dropFirst().reduce(paths.first ?? "") { $0.appendingURLPath($1) } }

    /// The variables of the paths and of their mock, which the content does not repeat.
    func variableNames() throws(URITemplateError) -> Set<String> {
        var names: Set<String> = []
        for path in paths + [mock].compactMap(\.self) where path.isTemplate {
            names.formUnion(try URITemplate(path).variableNames)
        }
        return names
    }

    /// The URL, its gaps filled by `members`.
    ///
    /// - Parameter otherBase: That of the configuration.
    func url(filledBy members: HTTPContent.Members, otherBase: String?) throws -> String {
        let paths = mock.map { [$0] } ?? paths
        let filled = try paths.map { $0.isTemplate ? try URITemplate($0).path(filledBy: members) : $0 }
        guard let first = paths.first, !first.isAbsoluteURL else {
            return filled.dropFirst().reduce(filled.first ?? "") { $0.appendingURLPath($1) }
        }
        guard let base = base() ?? otherBase else { throw InvalidRequest.missingBase(text) }
        return filled.reduce(base) { $0.appendingURLPath($1) }
    }
}

extension String {
    fileprivate var isTemplate: Bool { utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") } }
}
