extension String {
    /// The text of a URL, even a malformed one, without parts that may be secret: user, password, query, and fragment.
    ///
    /// Text that may be a part of a password, as in `https://user:pass/word@host`, is also left out. Works on scalars,
    /// because a delimiter and an accent after it are one character.
    package var withoutSecrets: String {
        let head = unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        guard let start = head.startOfAuthority else { return head.contains("@") ? "…" : String(head) }
        let authority = head[start...].prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@") {
            return String(head[..<start]) + String(head[head.index(after: at)...])
        }
        let port = authority.reversed().prefix { $0 != ":" }
        let hasPort = port.count == authority.count || port.allSatisfy { ("0"..."9").contains($0) }
        return hasPort || authority.first == "[" ? String(head) : String(head[..<start]) + "…"
    }
}

extension String {
    /// The text of a URL template without parts that may be secret. Its variables are not secret.
    package var templateWithoutSecrets: String {
        guard !hasRefusedSegment else { return showingRefusedSegments.templateWithoutSecrets }
        guard let brace = unicodeScalars.firstIndex(of: "{") else { return withoutSecrets }
        let (start, rest) = (String(unicodeScalars[..<brace]), unicodeScalars[brace...])
        guard !start.contains("?"), !start.contains("#") else { return start.withoutSecrets }
        let variables = rest.prefixOutsideVariables { $0 == "?" || $0 == "#" }
        guard variables.contains("@") else { return start.withoutSecrets + String(variables) }
        return start.prefix { $0 != ":" } + "…"
    }
}

extension String {
    /// The text of a URL or of a URL template with its query, but without the values of secret keys.
    package var templateWithoutSecretValues: String {
        let head = unicodeScalars[...].prefixOutsideVariables { $0 == "?" || $0 == "#" }
        let query = unicodeScalars[head.endIndex...].prefix { $0 != "#" }
        let shown = String(head).templateWithoutSecrets
        return query.isEmpty ? shown : "\(shown)?\(Redaction().form(String(query.dropFirst())))"
    }
}

extension Substring.UnicodeScalarView {
    /// The scalars before the first one for which `isEnd` is true, outside variables. An unclosed brace begins no
    /// variable.
    fileprivate func prefixOutsideVariables(_ isEnd: (Unicode.Scalar) -> Bool) -> Self {
        var index = startIndex
        while index < endIndex, !isEnd(self[index]) {
            let close = self[index] == "{" ? self[index...].firstIndex(of: "}") : nil
            index = self.index(after: close ?? index)
        }
        return self[..<index]
    }

    /// The index after the slashes that follow the scheme.
    fileprivate var startOfAuthority: Index? {
        guard let first = firstIndex(of: "/") else { return nil }
        let second = index(after: first)
        guard second < endIndex, self[second] == "/" else { return nil }
        return self[second...].firstIndex { $0 != "/" } ?? endIndex
    }
}
