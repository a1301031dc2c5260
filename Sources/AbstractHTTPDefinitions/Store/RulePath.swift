/// A place in a rule file.
struct RulePath: Hashable, Sendable, CustomStringConvertible {
    private(set) var keys: [String] = []

    func child(_ key: String) -> Self {
        var child = self
        child.keys.append(key)
        return child
    }

    var description: String { "$" + keys.map { "['\($0.pathEscaped)']" }.joined() }
}

extension String {
    /// The string, escaped for single quotes (RFC 9535, section 2.7).
    fileprivate var pathEscaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case let control where control.value < 0x20:
                text += "\\u00" + (control.value < 0x10 ? "0" : "") + String(control.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
