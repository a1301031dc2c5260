/// Describes a value of any type as Swift does, but without its secrets: the values of members, cases, and keys whose
/// names are secret, and the secrets inside texts.
struct RedactedDescription {
    private static let deepestLevel = 16
    private let redaction = Redaction()

    /// Describes a value, such as the failure model of a spec.
    static func text(of value: Any) -> String { (value as? String).map(Redaction().text) ?? Self().text(value, 0) }

    private func text(_ value: Any, _ level: Int) -> String {
        guard level < Self.deepestLevel else { return "…" }
        if let text = value as? String { return redaction.text(text).debugDescription }
        let mirror = Mirror(reflecting: value)
        let values = { mirror.children.map { text($0.value, level + 1) }.joined(separator: ", ") }
        switch mirror.displayStyle {
        case .optional: return mirror.children.isEmpty ? "nil" : "Optional(\(values()))"
        case .collection, .set: return "[\(values())]"
        case .dictionary:
            let pairs = mirror.children.map { pair($0.value, level + 1) }
            return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
        case .tuple: return "(\(members(mirror, level)))"
        case .struct where !isDescribed(value): return "\(mirror.subjectType)(\(members(mirror, level)))"
        case .enum where !isDescribed(value) && !mirror.children.isEmpty: return payload(mirror, level)
        default: return redaction.text("\(value)")
        }
    }

    private func isDescribed(_ value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    }

    /// The members of a structure or a tuple.
    private func members(_ mirror: Mirror, _ level: Int) -> String {
        mirror.children.map { member($0.label, $0.value, level + 1) }.joined(separator: ", ")
    }

    private func member(_ label: String?, _ value: Any, _ level: Int) -> String {
        // The members of a tuple without names are called ".0", ".1", and so on.
        guard let label, !label.hasPrefix(".") else { return text(value, level) }
        return "\(label): \(shown(value, of: label, level))"
    }

    private func payload(_ mirror: Mirror, _ level: Int) -> String {
        mirror.children.map { child in
            let (name, value) = (child.label ?? "", child.value)
            let text = shown(value, of: name, level + 1)
            return Mirror(reflecting: value).displayStyle == .tuple && text.hasPrefix("(")
                ? name + text : "\(name)(\(text))"
        }.joined()
    }

    /// An element of a dictionary, which is a tuple of a key and a value.
    private func pair(_ element: Any, _ level: Int) -> String {
        let parts = Array(Mirror(reflecting: element).children)
        guard parts.count == 2 else { return text(element, level) }
        return "\(text(parts[0].value, level)): \(shown(parts[1].value, of: "\(parts[0].value)", level))"
    }

    private func shown(_ value: Any, of name: String, _ level: Int) -> String {
        redaction.isSecret(name, isParameter: false) ? Redaction.mark : text(value, level)
    }
}
