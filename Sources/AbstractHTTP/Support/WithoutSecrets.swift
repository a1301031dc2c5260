extension String {
    /// The text of a URL, also of a malformed one, without what may be secret: user, password, query and fragment.
    ///
    /// What may be a part of a password, as in `https://user:pass/word@host`, is left out with it. By scalars, since a
    /// delimiter and an accent after it are one character.
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
    /// The text of a template for a URL without what may be secret: its variables are not.
    package var templateWithoutSecrets: String {
        guard let brace = unicodeScalars.firstIndex(of: "{") else { return withoutSecrets }
        let (start, rest) = (String(unicodeScalars[..<brace]), unicodeScalars[brace...])
        guard !start.contains("?"), !start.contains("#") else { return start.withoutSecrets }
        let variables = rest.prefixOutsideVariables { $0 == "?" || $0 == "#" }
        guard variables.contains("@") else { return start.withoutSecrets + String(variables) }
        return start.prefix { $0 != ":" } + "…"
    }
}

extension Substring.UnicodeScalarView {
    /// The scalars before the first one that `isEnd`, but for those in variables; a variable that is not closed is
    /// none.
    fileprivate func prefixOutsideVariables(_ isEnd: (Unicode.Scalar) -> Bool) -> Self {
        var index = startIndex
        while index < endIndex, !isEnd(self[index]) {
            let close = self[index] == "{" ? self[index...].firstIndex(of: "}") : nil
            index = self.index(after: close ?? index)
        }
        return self[..<index]
    }

    /// Behind the slashes that follow the scheme.
    fileprivate var startOfAuthority: Index? {
        guard let first = firstIndex(of: "/") else { return nil }
        let second = index(after: first)
        guard second < endIndex, self[second] == "/" else { return nil }
        return self[second...].firstIndex { $0 != "/" } ?? endIndex
    }
}
