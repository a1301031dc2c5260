import Foundation

/// The authority of a URL, as it is written (RFC 3986, section 3.2).
extension String {
    /// Throws ``InvalidRequest/malformedHost(_:)`` for an authority in which not all readers of URLs see the same host.
    ///
    /// That is one with a backslash, or whose host has a percent-escape, a control character or an empty label. A name
    /// may end with a dot. No authority and an empty host pass, because other checks refuse them.
    package func checkAuthority() throws(InvalidRequest) {
        guard authorityFault == nil else { throw .malformedHost(self) }
    }

    /// What is wrong with the authority, in words.
    var authorityFault: String? {
        var text = self
        return text.withUTF8 { $0[$0.authority].authorityFault }
    }
}

extension URL {
    /// The same for the text of this URL, which the connectors read. Throws ``InvalidRequest/relativeURL(_:)`` for an `http` or `https`
    /// URL without a host, in which libcurl would find one.
    package func checkAuthority() throws(InvalidRequest) {
        let text = absoluteString
        let origin = HTTPOrigin(of: text)
        guard origin?.isPlain != true else { return }
        try text.checkAuthority()
        if origin != nil, host(percentEncoded: true)?.isEmpty != false { throw .relativeURL(text) }
    }
}

extension Collection<UInt8> where Index == Int {
    /// Where the authority stands; empty, at the start, when there is none.
    var authority: Range<Int> {
        let slash = UInt8(ascii: "/")
        let start = (schemeEnd ?? startIndex) + 2
        guard start <= endIndex, self[start - 1] == slash, self[start - 2] == slash else {
            return startIndex..<startIndex
        }
        return start..<(self[start...].firstIndex(where: \.endsAuthority) ?? endIndex)
    }

    /// Behind the colon of the scheme; nil when there is none.
    private var schemeEnd: Int? {
        let colon = UInt8(ascii: ":")
        guard let first = firstIndex(where: { $0 == colon || $0.endsAuthority }), self[first] == colon else {
            return nil
        }
        return first + 1
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate var authorityFault: String? {
        if contains(UInt8(ascii: "\\")) { return "a backslash before its path" }
        let host = lastIndex(of: UInt8(ascii: "@")).map { self[$0...].dropFirst() } ?? self
        if host.contains(where: \.isControl) { return "a control character in its host" }
        return host.first == UInt8(ascii: "[") ? nil : host.prefix { $0 != UInt8(ascii: ":") }.nameFault
    }

    /// The same of a host that is no IPv6 address. Its last label may be empty: the root of all names.
    private var nameFault: String? {
        if contains(UInt8(ascii: "%")) { return "a percent-escape in its host" }
        let labels = split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hasEmptyLabel = labels.dropLast().contains(where: \.isEmpty)
        return hasEmptyLabel ? "an empty label in its host" : nil
    }
}

extension UInt8 {
    /// Whether the byte ends an authority.
    var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }

    fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}
