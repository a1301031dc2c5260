extension String {
    /// Whether it begins with a scheme and an authority (RFC 3986, sections 3.1 and 3.2).
    package var isAbsoluteURL: Bool {
        guard let colon = offset(of: UInt8(ascii: ":")), let first = utf8.first else { return false }
        return utf8.dropFirst(colon).starts(with: "://".utf8) && first.isAlphanumeric && !first.isDigit
            && utf8.prefix(colon).allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }

    /// Whether this absolute URL has an authority that is not empty. After an empty one, a path would become the host.
    package var hasAuthority: Bool { behindScheme?.first.map { !$0.endsAuthority } ?? false }

    /// Whether text that is appended to this absolute URL becomes a part of its authority.
    var endsInAuthority: Bool { behindScheme?.contains { $0.endsAuthority } == false }

    /// The text after `://`, or nil if that is missing.
    private var behindScheme: Substring.UTF8View? {
        guard isAbsoluteURL, let colon = offset(of: UInt8(ascii: ":")) else { return nil }
        return utf8.dropFirst(colon + 3)
    }

    /// Returns this URL with `path` appended. There is one slash between the two, and the query of this URL comes
    /// first.
    package func appendingURLPath(_ path: String) -> String {
        guard hasQueryOrFragment || path.hasQueryOrFragment else {
            let slash = UInt8(ascii: "/")
            let (ends, begins) = (utf8.last == slash, path.utf8.first == slash)
            if ends, begins { return self + Substring(path.utf8.dropFirst()) }
            return ends || begins || path.isEmpty ? self + path : self + "/" + path
        }
        let (url, path) = (URLPieces(self), URLPieces(path))
        var result = ""
        result.reserveCapacity(utf8.count + path.path.utf8.count + 1)
        result += url.path
        if !path.path.isEmpty, result.utf8.last != UInt8(ascii: "/") { result += "/" }
        // Drop the byte, not the character, because a combining mark may follow the slash.
        result += path.path.utf8.first == UInt8(ascii: "/") ? Substring(path.path.utf8.dropFirst()) : path.path
        var mark = "?"
        for query in [url.query, path.query] {
            guard let query else { continue }
            result += mark
            result += query
            mark = "&"
        }
        guard let fragment = path.fragment else { return result }
        return result + "#" + fragment
    }
}

/// A URL, split at its question mark and its number sign (RFC 3986, section 3).
private struct URLPieces {
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ text: String) {
        let fragmentStart = text.offset(of: UInt8(ascii: "#"))
        let end = fragmentStart ?? text.utf8.count
        let queryStart = text.offset(of: UInt8(ascii: "?")).flatMap { $0 < end ? $0 : nil }
        path = text.utf8Substring(0, queryStart ?? end)
        query = queryStart.map { text.utf8Substring($0 + 1, end) }
        fragment = fragmentStart.map { text.utf8Substring($0 + 1, text.utf8.count) }
    }
}

extension String {
    fileprivate var hasQueryOrFragment: Bool {
        offset(of: UInt8(ascii: "?")) != nil || offset(of: UInt8(ascii: "#")) != nil
    }

    /// The part of the string between two UTF-8 offsets. Neither offset may be inside a character.
    fileprivate func utf8Substring(_ start: Int, _ end: Int) -> Substring {
        let first = utf8.index(startIndex, offsetBy: start)
        return self[first..<utf8.index(first, offsetBy: end - start)]
    }
}
