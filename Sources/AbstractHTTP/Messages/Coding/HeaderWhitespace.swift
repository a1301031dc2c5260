extension StringProtocol {
    /// The text of a field's value without the spaces and tabs around it, which are not a part of it (RFC 9110, section
    /// 5.5).
    package var withoutOuterWhitespace: String {
        var bytes = Substring(self).utf8[...]
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Whether the text has only spaces and tabs.
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
