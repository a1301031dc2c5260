import AbstractHTTP

/// A fault in a rule file.
public struct DefinitionFault: Hashable, Sendable {
    /// The place of the fault as a normalized path (RFC 9535, section 2.7), such as `$['UserLogin']['Method']`.
    public let path: String
    /// What is wrong and what to do.
    public let reason: String

    init(_ path: RulePath, _ reason: String) {
        self.path = path.description
        self.reason = reason
    }
}

extension DefinitionFault: CustomStringConvertible {
    /// The path and the reason.
    public var description: String { "\(path): \(reason)".inOneLine }
}

/// All faults of a rule file. Nothing from the file was loaded.
public struct DefinitionFaults: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, sorted by their path.
    public let faults: [DefinitionFault]

    init(faults: [DefinitionFault]) {
        self.faults = faults
    }

    /// Creates a fault of the whole file.
    init(_ reason: String) {
        faults = [DefinitionFault(RulePath(), reason)]
    }

    /// The number of faults, and each fault on its own line.
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return "the rule file was not loaded, because it has \(count):\n"
            + faults.map(\.description).joined(separator: "\n")
    }
}
