import Foundation

/// The authority of a URL, as it is written (RFC 3986, section 3.2).
extension String {
    /// Throws ``InvalidRequest/malformedHost(_:)`` for an authority in which URL parsers disagree about the host.
    ///
    /// Such an authority has a backslash, or its host has a percent-escape, a control character, or an empty label. A
    /// host name may end with a dot. A missing authority and an empty host pass, because other checks reject them.
    package func checkAuthority() throws(InvalidRequest) {
        guard HTTPOrigin(of: self)?.isPlain == true || authorityFault == nil else { throw .malformedHost(self) }
    }

    /// A description of what is wrong with the authority.
    var authorityFault: String? {
        var text = self
        return text.withUTF8 { $0[$0.authority].authorityFault }
    }
}

extension URL {
    /// Checks the absolute string of this URL, which the connectors parse. Throws ``InvalidRequest/relativeURL(_:)``
    /// for an `http` or `https` URL without a host, in which libcurl would find one.
    package func checkAuthority() throws(InvalidRequest) {
        let text = absoluteString
        let origin = HTTPOrigin(of: text)
        guard origin?.isPlain != true else { return }
        try text.checkAuthority()
        if origin != nil, host(percentEncoded: true)?.isEmpty != false { throw .relativeURL(text) }
    }
}

extension Collection<UInt8> where Index == Int {
    /// The range of the authority. If there is none, the range is empty and at the start.
    var authority: Range<Int> {
        let slash = UInt8(ascii: "/")
        let start = (schemeEnd ?? startIndex) + 2
        guard start <= endIndex, self[start - 1] == slash, self[start - 2] == slash else {
            return startIndex..<startIndex
        }
        return start..<(self[start...].firstIndex(where: \.endsAuthority) ?? endIndex)
    }

    /// The index after the scheme's colon, or nil if there is no scheme.
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

    /// Checks a host that is not an IPv6 address. Its last label may be empty, which is the DNS root.
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
