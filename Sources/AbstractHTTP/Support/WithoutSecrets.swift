extension String {
    /// The text of a URL, also of a malformed one, without what may be secret: user, password, query and fragment.
    ///
    /// What may be a part of a password, as in `https://user:pass/word@host`, is left out with it. By scalars, since a delimiter and an
    /// accent behind it are one character.
    var withoutSecrets: String {
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
    /// The text of a template for a URL without what may be secret: its gaps are not.
    package var templateWithoutSecrets: String {
        guard let brace = unicodeScalars.firstIndex(of: "{") else { return withoutSecrets }
        var depth = 0
        let gaps = unicodeScalars[brace...].prefix { scalar in
            if scalar == "{" { depth += 1 } else if scalar == "}" { depth -= 1 }
            return depth > 0 || scalar != "?" && scalar != "#"
        }
        let start = String(unicodeScalars[..<brace])
        let shown = start.withoutSecrets
        guard !gaps.contains("@"), !start.contains("?"), !start.contains("#") else {
            return shown.hasSuffix("…") ? shown : shown + "…"
        }
        return shown + String(gaps)
    }
}

extension Substring.UnicodeScalarView {
    /// Behind the slashes that follow the scheme.
    fileprivate var startOfAuthority: Index? {
        guard let first = firstIndex(of: "/") else { return nil }
        let second = index(after: first)
        guard second < endIndex, self[second] == "/" else { return nil }
        return self[second...].firstIndex { $0 != "/" } ?? endIndex
    }
}
