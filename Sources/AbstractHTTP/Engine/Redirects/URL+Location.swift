import Foundation

extension URL {
    /// The URL to which `location` redirects from this URL (RFC 3986, section 5.2), or nil if it is not an `http` or
    /// `https` URL with a host. Keeps this URL's fragment if `location` has none (RFC 9110, section 10.2.2).
    package func redirected(to location: String) -> URL? {
        let location = location.trimmingCharacters(in: .whitespaces)
        // Resolving escapes invalid characters, which would hide them from this check.
        guard (try? location.checkAuthority()) != nil, var text = resolving(location) else { return nil }
        if !location.contains("#") { text += absoluteString.drop { $0 != "#" } }
        // Parsed as strictly as the URL of any request, which checks scheme, host, and port again.
        let url = try? URL.request(text).withoutDotSegments
        guard let url, let scheme = url.scheme, scheme == "http" || scheme == "https" else { return nil }
        return url
    }

    /// Resolves `reference` against this URL (RFC 3986, section 5.2). Returns nil if the result is not a URL.
    package func resolving(_ reference: String) -> String? {
        // Foundation rejects an empty reference, which means the same document.
        guard !reference.isEmpty else { return String(absoluteString.prefix { $0 != "#" }) }
        return absoluteString.resolvingPlainPath(reference)
            ?? URL(string: reference.escapingInvalidURLCharacters(), relativeTo: self)?.absoluteString
    }

    /// Foundation removes dot segments only from relative references. RFC 3986, section 5.2.2, removes them from all.
    private var withoutDotSegments: URL {
        let path = path(percentEncoded: true)
        guard path.contains("/.") else { return self }
        return standardized
    }
}

extension String {
    /// Resolves a simple reference without Foundation (RFC 3986, section 5.2.3). Returns nil if the origin of this URL
    /// is not plain, or if the reference is not a path of valid characters without dot segments.
    fileprivate func resolvingPlainPath(_ reference: String) -> String? {
        guard let origin = HTTPOrigin(of: self), origin.isPlain, reference.isPlainPath else { return nil }
        var result = String(utf8.prefix(origin.byteCount)) ?? ""
        if reference.utf8.first != UInt8(ascii: "/") {
            let path = utf8.dropFirst(origin.byteCount).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Substring(path[...$0]) } ?? "/"
            result += folder
        }
        result += reference
        return result.dotSegments == 0 ? result : nil
    }

    /// Whether this is a path, with or without a query, that needs no escaping and contains no scheme or host.
    private var isPlainPath: Bool {
        withBytes { bytes in
            guard let first = bytes.first, first != UInt8(ascii: "?"), !bytes.starts(with: "//".utf8) else {
                return false
            }
            for byte in bytes where !byte.isURICharacter || byte == UInt8(ascii: ":") { return false }
            return true
        }
    }
}
