extension String {
    /// Whether it begins with a scheme and an authority (RFC 3986, sections 3.1 and 3.2).
    package var isAbsoluteURL: Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), let first = utf8.first else { return false }
        return utf8[colon...].starts(with: "://".utf8) && first.isAlphanumeric && !first.isDigit
            && utf8[..<colon].allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }

    /// Whether an absolute URL has an authority that is not empty: behind one that is, a path would become the host.
    package var hasAuthority: Bool { behindScheme?.first.map { !$0.endsAuthority } ?? false }

    /// Whether what is appended to an absolute URL is a part of its authority.
    var endsInAuthority: Bool { behindScheme?.contains { $0.endsAuthority } == false }

    /// What follows `://`; nil where that is missing.
    private var behindScheme: Substring.UTF8View? {
        guard isAbsoluteURL, let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return utf8[colon...].dropFirst(3)
    }

    /// This URL with a path behind its own: one slash between them, the query of this URL before that of the path.
    package func appendingURLPath(_ path: String) -> String {
        let (url, path) = (URLPieces(self), URLPieces(path))
        let slash = path.path.isEmpty || url.path.utf8.last == UInt8(ascii: "/") ? "" : "/"
        let rest = path.path.utf8.first == UInt8(ascii: "/") ? path.path.utf8.dropFirst()[...] : path.path.utf8[...]
        let joined = url.path + slash + Substring(rest)
        let queries = [url.query, path.query].compactMap(\.self)
        let query = queries.isEmpty ? "" : "?" + queries.joined(separator: "&")
        return joined + query + (path.fragment.map { "#" + $0 } ?? "")
    }
}

/// A URL at its question mark and its number sign (RFC 3986, section 3).
private struct URLPieces {
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ text: String) {
        let fragmentStart = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        let rest = text[..<(fragmentStart ?? text.endIndex)]
        let queryStart = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = rest[..<(queryStart ?? rest.endIndex)]
        query = queryStart.map { rest[rest.utf8.index(after: $0)...] }
        fragment = fragmentStart.map { text[text.utf8.index(after: $0)...] }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
