import Foundation

extension URL {
    /// The absolute URL that `text` stands for, extended by `query`, and by `escapedQuery`, which is escaped already.
    ///
    /// Characters that no URL may hold (spaces, non-ASCII letters) are percent-encoded; escapes that are there stay as
    /// they are.
    package static func request(
        _ text: String, query: URLQuery?, _ escapedQuery: String? = nil, encoder: some URLEncoder
    ) throws(InvalidRequest) -> URL {
        var whole = text
        if let query, !query.keyValues.isEmpty { whole.appendQuery { query.write(to: &$0, encoder) } }
        if let escapedQuery, !escapedQuery.isEmpty { whole.appendQuery { $0 += escapedQuery } }
        let strict = URL(string: whole, encodingInvalidCharacters: false)
        // What the text shows need not be asked of the URL, which looks for each of its parts anew.
        if let strict, HTTPOrigin(of: whole)?.isPlain == true { return strict }
        try text.checkAuthority()
        guard var url = strict ?? URL(string: whole.escapingInvalidURLCharacters()) else { throw .malformedURL(text) }
        guard url.scheme?.isEmpty == false, url.host(percentEncoded: true)?.isEmpty == false else {
            throw .relativeURL(text)
        }
        guard url.hasValidPort else { throw .portOutOfRange(text) }
        url.lowercaseScheme()
        return url
    }

    /// Stands for a URL that could not be made: `invalid:` and the percent-encoded text. Nothing can be sent to it.
    package static func invalid(_ text: String) -> URL {
        URL(string: "invalid:" + DefaultURLEncoder().encode(text)) ?? URL(filePath: "/")
    }
}

extension URL {
    /// A scheme ignores case (RFC 3986, section 3.1); not every connector does.
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
    fileprivate var hasQuery: Bool { offset(of: UInt8(ascii: "?")) != nil }

    /// Appends to the query of the URL, or to a new one, before its fragment.
    fileprivate mutating func appendQuery(_ write: (inout String) -> Void) {
        let end = offset(of: UInt8(ascii: "#")).map { utf8.index(startIndex, offsetBy: $0) }
        let fragment = end.map { self[$0...] }
        if let end { self = String(self[..<end]) }
        switch utf8.last {
        case UInt8(ascii: "?"): break
        case UInt8(ascii: "&") where hasQuery: break
        default: self += hasQuery ? "&" : "?"
        }
        write(&self)
        if let fragment { self += fragment }
    }

    /// Percent-encodes what no URL may hold after the authority, and a `%` that begins no escape.
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
