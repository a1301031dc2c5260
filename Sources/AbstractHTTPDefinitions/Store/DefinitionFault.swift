/// Something that is wrong in a rule file.
public struct DefinitionFault: Hashable, Sendable {
    /// Where it is: a normalized path (RFC 9535, section 2.7), such as `$['UserLogin']['Method']`.
    public let path: String
    /// What is wrong, and what to do.
    public let reason: String

    init(_ path: RulePath, _ reason: String) {
        self.path = path.description
        self.reason = reason
    }
}

extension DefinitionFault: CustomStringConvertible {
    /// Where and what.
    public var description: String { "\(path): \(reason)" }
}

/// All that is wrong in a rule file, of which nothing was taken.
public struct DefinitionFaults: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each of them, by its place.
    public let faults: [DefinitionFault]

    init(faults: [DefinitionFault]) {
        self.faults = faults
    }

    /// A fault of the whole.
    init(_ reason: String) {
        faults = [DefinitionFault(RulePath(), reason)]
    }

    /// How many there are, and each on a line.
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return "\(count) in the definitions, none of which was taken:\n"
            + faults.map(\.description).joined(separator: "\n")
    }
}

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
    /// The text of a name between single quotes (RFC 9535, section 2.7).
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
