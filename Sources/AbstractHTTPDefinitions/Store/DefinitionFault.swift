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
