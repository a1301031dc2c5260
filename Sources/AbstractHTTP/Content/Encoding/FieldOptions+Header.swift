extension FieldOptions {
    /// A value as the text of a header field, or nil if there is none. An array becomes a list without nulls (RFC 9110,
    /// section 5.6.1), and data becomes Base64.
    package func headerText(of content: HTTPContent, in field: HTTPHeaderName) throws(HTTPContentError) -> String? {
        switch content {
        case .null: return nil
        case .array: return try list(of: content, in: field)
        default: return try fieldText(of: content)
        }
    }

    private func list(of elements: HTTPContent, in field: HTTPHeaderName) throws(HTTPContentError) -> String? {
        var texts: [String] = []
        try elements.forEachChild { _, element throws(HTTPContentError) in
            guard element != .null else { return }
            let text = try fieldText(of: element)
            // The comma of an HTTP date stays as it is.
            guard case .string = element else { return texts.append(text) }
            texts.append(text.isEntityTag && field.listsEntityTags ? text : text.asListElement)
        }
        guard !texts.isEmpty else { return emptyArrays == .sent ? "" : nil }
        return texts.joined(separator: ", ")
    }
}

extension HTTPHeaderName {
    /// Whether the field is a list of entity tags (RFC 9110, sections 13.1.1 and 13.1.2).
    fileprivate var listsEntityTags: Bool { self == "If-Match" || self == "If-None-Match" }
}

extension String {
    /// The string as an element of a list: a quoted string (RFC 9110, section 5.6.4) if it has a comma or a quotation
    /// mark.
    fileprivate var asListElement: String {
        guard utf8.contains(UInt8(ascii: ",")) || utf8.contains(UInt8(ascii: "\"")) else { return self }
        var quoted: UnicodeScalarView = "\"".unicodeScalars
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }

    /// Whether this is an entity tag, such as `W/"a,b"` (RFC 9110, section 8.8.3).
    fileprivate var isEntityTag: Bool {
        let tag = utf8.starts(with: "W/".utf8) ? utf8.dropFirst(2) : utf8[...]
        let isQuoted = tag.count >= 2 && tag.first == UInt8(ascii: "\"") && tag.last == UInt8(ascii: "\"")
        return isQuoted && tag.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    }
}
