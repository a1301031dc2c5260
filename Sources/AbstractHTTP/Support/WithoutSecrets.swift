extension String {
    /// The text of a URL, also of a malformed one, without what may be secret: user, password, query and fragment.
    var withoutSecrets: String {
        let head = prefix { $0 != "?" && $0 != "#" }
        let start = head.range(of: "//")?.upperBound ?? head.startIndex
        let authority = head[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(head) }
        return String(head[..<start] + head[head.index(after: at)...])
    }
}
