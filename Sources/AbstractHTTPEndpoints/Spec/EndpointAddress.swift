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

    /// Whether it begins with a scheme and an authority (RFC 3986, sections 3.1 and 3.2).
    fileprivate var isAbsoluteURL: Bool {
        guard let scheme = range(of: "://").map({ self[..<$0.lowerBound].utf8 }), let first = scheme.first else {
            return false
        }
        return first.isLetter && scheme.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// This URL with a path behind its own: one slash between them, the query of this URL before that of the path.
    func appendingURLPath(_ path: String) -> String {
        let (url, path) = (URLPieces(self), URLPieces(path))
        let query = [url.query, path.query].compactMap(\.self).joined(separator: "&")
        let slash = url.path.hasSuffix("/") ? "" : "/"
        let rest = path.path.hasPrefix("/") ? path.path.dropFirst() : path.path
        let joined = rest.isEmpty && path.path.isEmpty ? url.path : url.path + slash + rest
        let hasQuery = url.query != nil || path.query != nil
        return joined + (hasQuery ? "?" + query : "") + (path.fragment.map { "#" + $0 } ?? "")
    }
}

/// A URL at its question mark and its number sign (RFC 3986, section 3).
private struct URLPieces {
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ text: String) {
        let fragmentStart = text.firstIndex(of: "#")
        let rest = text[..<(fragmentStart ?? text.endIndex)]
        let queryStart = rest.firstIndex(of: "?")
        path = rest[..<(queryStart ?? rest.endIndex)]
        query = queryStart.map { rest[rest.index(after: $0)...] }
        fragment = fragmentStart.map { text[text.index(after: $0)...] }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
