import Foundation

extension LazyURL {
    /// Returns the absolute URL of `text`, with a query appended, and then one that is already encoded. See
    /// ``Foundation/URL/request(_:)``.
    static func request(
        _ text: String, _ query: URLQuery, _ contentQuery: String?, _ encoder: some URLEncoder
    ) throws(InvalidRequest) -> LazyURL {
        var whole = text
        if !query.keyValues.isEmpty { whole.insertQuery { query.encoded(by: encoder, after: $0) } }
        if let contentQuery { whole.insertQuery(contentQuery) }
        if let plain = LazyURL(plain: whole) { return plain }
        return LazyURL(try URL.request(whole, of: text))
    }
}

extension URL {
    /// The absolute URL in `text`.
    ///
    /// Characters that a URL cannot contain (spaces, non-ASCII letters) are percent-encoded. Existing escapes stay.
    package static func request(_ text: String) throws(InvalidRequest) -> URL { try request(text, of: text) }

    /// Parses `whole`. Errors show `text`, the URL without the query of the spec.
    fileprivate static func request(_ whole: String, of text: String) throws(InvalidRequest) -> URL {
        let strict = URL(string: whole, encodingInvalidCharacters: false)
        // Check the text, because the URL would search for each of its parts again.
        if let strict, HTTPOrigin(of: whole)?.isPlain == true { return strict }
        guard !text.hasRefusedSegment else { throw .pathSegment(text.showingRefusedSegments) }
        try text.checkAuthority()
        guard var url = strict ?? URL(string: whole.escapingInvalidURLCharacters()) else { throw .malformedURL(text) }
        guard url.scheme?.isEmpty == false, url.host(percentEncoded: true)?.isEmpty == false else {
            throw .relativeURL(text)
        }
        guard url.hasValidPort else { throw .portOutOfRange(text) }
        url.lowercaseScheme()
        return url
    }

    /// A placeholder for an invalid URL: `invalid:` and the percent-encoded text. Nothing can be sent to it.
    package static func invalid(_ text: String) -> URL {
        URL(string: "invalid:" + DefaultURLEncoder().encode(text)) ?? URL(filePath: "/")
    }
}

extension URL {
    /// Schemes are not case-sensitive (RFC 3986, section 3.1), but some connectors treat them as if they were.
    fileprivate mutating func lowercaseScheme() {
        guard let scheme, scheme.utf8.contains(where: { $0 != $0.lowercasedASCII }) else { return }
        self = URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
    }

    /// Whether the port is absent or in 0...65535.
    fileprivate var hasValidPort: Bool {
        if let port { return (0...65_535).contains(port) }
        // A number too large for `Int` reads as absent, so the text decides: nothing may follow the colon of a port.
        let text = Array(absoluteString.utf8)
        let authority = text[text.authority]
        let userEnd = authority.lastIndex { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "]") }
        let host = authority[(userEnd ?? authority.startIndex)...]
        guard let colon = host.lastIndex(of: UInt8(ascii: ":")) else { return true }
        return colon + 1 == host.endIndex
    }
}

extension String {
    /// Replaces the URL before its fragment with the result of `extend`.
    fileprivate mutating func insertQuery(_ extend: (String) -> String) {
        guard let end = offset(of: UInt8(ascii: "#")).map({ utf8.index(startIndex, offsetBy: $0) }) else {
            self = extend(self)
            return
        }
        self = extend(String(self[..<end])) + self[end...]
    }

    /// Adds a query that is already encoded after those of this URL.
    package mutating func insertQuery(_ encoded: String) {
        guard !encoded.isEmpty else { return }
        insertQuery { url in url + (url.querySeparator.map { String(UnicodeScalar($0)) } ?? "") + encoded }
    }

    /// The separator between this URL, which has no fragment, and an appended pair: `?`, `&`, or nothing.
    var querySeparator: UInt8? {
        let (question, ampersand) = (UInt8(ascii: "?"), UInt8(ascii: "&"))
        guard let start = offset(of: question) else { return question }
        return start == utf8.count - 1 || utf8.last == ampersand ? nil : ampersand
    }

    /// Percent-encodes characters that a URL cannot contain after the authority, and each `%` that begins no escape.
    func escapingInvalidURLCharacters() -> String {
        let bytes = Array(utf8)
        let start = bytes.authority.upperBound
        var result = Array(bytes[..<start])
        var hasFragment = false
        for index in bytes.indices[start...] {
            switch bytes[index] {
            case UInt8(ascii: "#") where !hasFragment:
                hasFragment = true
                result.append(bytes[index])
            case UInt8(ascii: "%") where bytes.escapedByte(at: index) != nil:
                result.append(bytes[index])
            case let byte where byte.isURICharacter:
                result.append(byte)
            case let byte:
                result.appendPercentEncoded(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
