import AbstractHTTP

/// The values of the path variables, and the rest of the input, which becomes the content.
struct VariableExpansion {
    private(set) var members: HTTPContent.Members = [:]
    let content: (any Encodable & Sendable)?

    /// - Parameters:
    ///   - names: The names of the variables.
    ///   - parameters: The values of some variables. They take precedence over the input.
    init(_ whole: (any Encodable & Sendable)?, names: Set<String>, _ parameters: [String: any Encodable & Sendable])
        throws
    {
        let open = names.subtracting(parameters.keys)
        (members, content) = try whole.map { try Self.split($0, names, open) } ?? ([:], nil)
        for (name, value) in parameters where names.contains(name) { members[name] = try HTTPContent(value) }
    }

    private static func split(
        _ whole: any Encodable & Sendable, _ names: Set<String>, _ open: Set<String>
    ) throws -> (HTTPContent.Members, (any Encodable & Sendable)?) {
        guard !names.isEmpty, !whole.isBytes else { return ([:], whole) }
        switch try HTTPContent(whole) {
        case .dictionary(let all):
            let isUsedUp = all.allSatisfy { names.contains($0.key) }
            return (all, isUsedUp ? nil : PartialContent(whole, without: names, of: all))
        case .array: return ([:], whole)
        case let value:
            // A value without keys fills the variable if exactly one is open.
            guard open.count == 1, let name = open.first else { return ([:], whole) }
            return ([name: value], nil)
        }
    }
}
